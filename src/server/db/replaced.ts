import { existsSync } from 'node:fs'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { leapAll } from './counters.ts'
import type { Database } from './database.ts'

/**
 * If the database file was replaced since a server last used it, makes every device begin again, as a restore does. Resolves to a
 * function to call once the database is closed. PostgreSQL gives no way to tell.
 */
export async function noticeReplacement(
  database: Config['database'],
  db: Database,
  clock: Clock,
  log: Logger,
): Promise<() => void> {
  if (database.engine === 'postgres') return () => {}
  const { file } = database
  const { isReplaced, mark } = await import('./sqlite/mark.ts')
  if (isReplaced(file)) {
    await db.exclusive((tx) => leapAll(tx, clock.now()))
    log.warn('the database file was replaced since the last start: every device will reload its account')
  }
  const markAnew = () => {
    try {
      if (existsSync(file)) mark(file)
    } catch (err) {
      // It keeps the mark it has.
      log.warn({ err }, 'the database file could not be marked')
    }
  }
  markAnew()
  return markAnew
}
