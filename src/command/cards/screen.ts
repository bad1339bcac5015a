import { faint } from './drawing.ts'

/** A terminal that is drawn anew with each change, and put back as it was at the end. */
export function openScreen(lines: () => string[]) {
  const { stdout } = process
  let isConnected = true
  // Its other screen: what was on the first one is there again afterwards.
  stdout.write('\x1b[?1049h\x1b[?25l')
  process.on('exit', () => stdout.write('\x1b[?25h\x1b[?1049l'))
  const draw = () => {
    const room = stdout.rows - 2
    const all = lines()
    const shown =
      all.length > room
        ? [...all.slice(0, room - 1), faint(`  … and ${all.length - room + 1} lines more`)]
        : all
    const state = isConnected ? 'live' : 'the connection is broken, trying again'
    const foot = faint(`${new Date().toLocaleTimeString()}  ${state}  (Ctrl-C ends)`)
    // Written over, not cleared first: that would flicker.
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
