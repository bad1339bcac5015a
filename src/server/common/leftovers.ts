/**
 * Calls `removeAll` when the work ends, in whatever way, or when the process exits. Its own errors would hide that
 * of the work.
 */
export async function withoutLeftovers<Result>(
  removeAll: () => void,
  work: () => Promise<Result>,
): Promise<Result> {
  const remove = () => {
    try {
      removeAll()
    } catch {
      // The next run of the command tries again.
    }
  }
  process.on('exit', remove)
  try {
    return await work()
  } finally {
    process.off('exit', remove)
    remove()
  }
}

/** The suffix of unfinished files. It contains the id of the process that is writing the file. */
export const unfinished = /\.unfinished-(\d+)(?:-\w+)?$/

/** True if the process that was writing the file was killed. */
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
