import { statSync } from 'node:fs'
import type { Logger } from 'pino'
import type { Clock } from '../common/clock.ts'
import { CommandError } from '../common/command-error.ts'
import type { Config } from '../config/config.ts'
import { advanceAll } from '../db/counters.ts'
import type { Database } from '../db/database.ts'

/**
 * Looks at the database file before it is opened. Resolves to a function to call when it is open: if the file was
 * replaced since a server last used it here, that makes every device start over, as a restore does. It resolves to a
 * function to call after the database is closed. On PostgreSQL, a replacement can't be detected.
 */
export async function lookForReplacement(
  database: Config['database'],
  clock: Clock,
  log: Logger,
): Promise<(db: Database) => Promise<() => void>> {
  if (database.engine === 'postgres') return async () => () => {}
  const { file } = database
  const { findLost, isReplaced, mark } = await import('../db/sqlite/mark.ts')
  const lost = findLost(file)
  if (lost) throw new CommandError(`${lost.says} ${lost.todo}`)
  const isThere = Boolean(statSync(file, { throwIfNoEntry: false })?.size)
  const renewMark = (isRunning: boolean) => {
    try {
      mark(file, isRunning)
    } catch (err) {
      // The file keeps its mark.
      log.warn({ err }, 'the database file could not be marked')
    }
  }
  return async (db) => {
    if (isThere && isReplaced(file)) {
      await db.exclusive((tx) => advanceAll(tx, clock.now()))
      log.warn('the database file was replaced since the last start: every device will reload its account')
    }
    renewMark(true)
    return () => renewMark(false)
  }
}
