import { existsSync } from 'node:fs'
import type { Logger } from 'pino'
import type { Clock } from '../common/clock.ts'
import type { Config } from '../config/config.ts'
import { advanceAll } from '../db/counters.ts'
import type { Database } from '../db/database.ts'

/**
 * If the database file was replaced since a server last used it, makes every device start over, as a restore
 * does. Resolves to a function to call after the database is closed. On PostgreSQL, a replacement can't be
 * detected.
 */
export async function noticeReplacement(
  database: Config['database'],
  db: Database,
  clock: Clock,
  log: Logger,
): Promise<() => void> {
  if (database.engine === 'postgres') return () => {}
  const { file } = database
  const { isReplaced, mark } = await import('../db/sqlite/mark.ts')
  if (isReplaced(file)) {
    await db.exclusive((tx) => advanceAll(tx, clock.now()))
    log.warn('the database file was replaced since the last start: every device will reload its account')
  }
  const renewMark = () => {
    try {
      if (existsSync(file)) mark(file)
    } catch (err) {
      // The file keeps its mark.
      log.warn({ err }, 'the database file could not be marked')
    }
  }
  renewMark()
  return renewMark
}
