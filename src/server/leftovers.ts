/** Removes what unfinished work has left, however it ends, as long as the process can still do anything. */
export async function withoutLeftovers<Result>(
  remove: () => void,
  work: () => Promise<Result>,
): Promise<Result> {
  process.on('exit', remove)
  try {
    return await work()
  } finally {
    process.off('exit', remove)
    remove()
  }
}

/** At the end of the name of what is not finished yet: the process that works on it. */
export const unfinished = /\.unfinished-(\d+)(?:-\w+)?$/

/** Whether it was left behind by a process that was killed. */
export function isAbandoned(name: string): boolean {
  const [, pid] = unfinished.exec(name) ?? []
  if (!pid) return false
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
