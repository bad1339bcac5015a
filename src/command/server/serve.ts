import { isSea } from 'node:sea'

export const notes = `Configured by environment variables, which docs/configuration.md lists and "inboard doctor" checks. Its data is in the folder
data, unless DATABASE_URL says otherwise. On SIGTERM or SIGINT it answers the requests that it has accepted, then exits.`

export async function run(): Promise<undefined> {
  startWithLittleMemory()
  await import('../../server/main.ts')
}

/**
 * Keeps the memory of the server small. V8 reserves less for new objects and, with a smaller heap limit,
 * collects garbage sooner. glibc returns large buffers to the system when they are freed.
 */
export const littleMemory = {
  NODE_OPTIONS: '--max-semi-space-size=8 --max-old-space-size=1024',
  MALLOC_MMAP_THRESHOLD_: '262144',
}

/** Both are read when a process starts, so this replaces the process with one that has them, under the same id. */
function startWithLittleMemory(): void {
  const { env } = process
  const isSet = env.MALLOC_MMAP_THRESHOLD_ !== undefined
  // Windows has no `execve`, and a parent with an IPC channel would lose it.
  if (isSet || !process.execve || process.connected) return
  // In a single executable, the second argument is the executable again.
  const words = isSea() ? process.argv.slice(2) : [...process.execArgv, ...process.argv.slice(1)]
  process.execve(process.execPath, [process.execPath, ...words], {
    ...(env as Record<string, string>),
    ...littleMemory,
    NODE_OPTIONS: [littleMemory.NODE_OPTIONS, env.NODE_OPTIONS].filter(Boolean).join(' '),
  })
}
