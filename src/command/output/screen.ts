import { faint } from './drawing.ts'

/** Takes over the terminal, redraws it with each change, and restores it at the end. */
export function openScreen(lines: () => string[]) {
  const { stdout } = process
  let isConnected = true
  // Uses the alternate screen, so that the terminal is restored afterwards.
  stdout.write('\x1b[?1049h\x1b[?25l')
  process.on('exit', () => stdout.write('\x1b[?25h\x1b[?1049l'))
  const draw = () => {
    const height = stdout.rows - 2
    const all = lines()
    const shown =
      all.length > height
        ? [...all.slice(0, height - 1), faint(`  … and ${all.length - height + 1} more lines`)]
        : all
    const state = isConnected ? 'live' : 'disconnected, reconnecting'
    const foot = faint(`${new Date().toLocaleTimeString()}  ${state}  (Ctrl-C quits)`)
    // Overwrites instead of clearing, which would flicker.
    stdout.write(`\x1b[H${[...shown, '', foot].join('\x1b[K\n')}\x1b[K\x1b[J`)
  }
  stdout.on('resize', draw)
  draw()
  return {
    draw,
    connected(isThere: boolean) {
      if (isThere === isConnected) return
      isConnected = isThere
      draw()
    },
  }
}
