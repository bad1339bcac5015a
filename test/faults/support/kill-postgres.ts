import { childrenOf } from '../../support/databases/children-of.ts'

/**
 * A PostgreSQL server and all its children at one blow. It is stopped first, so that it does not replace
 * those that it misses.
 */
export function killPostgres(postmaster: number): void {
  process.kill(postmaster, 'SIGSTOP')
  for (const pid of [...childrenOf(postmaster), postmaster]) killProcess(pid)
}

export function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    // It had already ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
