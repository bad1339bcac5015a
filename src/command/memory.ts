import { isSea } from 'node:sea'

/**
 * Keeps the memory of the server small. V8 sets less aside for new objects; glibc gives large buffers back when they are
 * freed, instead of keeping them for later.
 */
export const littleMemory = { NODE_OPTIONS: '--max-semi-space-size=8', MALLOC_MMAP_THRESHOLD_: '262144' }

/** Both are read when a process starts. So it starts again with them, as the same process to whoever watches it. */
export function startWithLittleMemory(): void {
  const { env } = process
  const isSet = env.MALLOC_MMAP_THRESHOLD_ !== undefined
  // Windows has no such call, and a parent that talks to this process would lose it.
  if (isSet || !process.execve || process.connected) return
  // Of a single executable, the second word is itself once more.
  const words = isSea() ? process.argv.slice(2) : [...process.execArgv, ...process.argv.slice(1)]
  process.execve(process.execPath, [process.execPath, ...words], {
    ...(env as Record<string, string>),
    ...littleMemory,
    NODE_OPTIONS: [env.NODE_OPTIONS, littleMemory.NODE_OPTIONS].filter(Boolean).join(' '),
  })
}
