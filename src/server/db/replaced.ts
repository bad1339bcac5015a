import { existsSync } from 'node:fs'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { leapAll } from './counters.ts'
import type { Database } from './database.ts'

/**
 * Where the file of the database was replaced since a server last used it, every device begins again, as after a restore. Resolves to
 * what is to be called once the database is closed. Of PostgreSQL, nobody can tell.
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
    log.warn('another database file is in place than at the last start: every device loads its account anew')
  }
  const markAnew = () => {
    try {
      if (existsSync(file)) mark(file)
    } catch (err) {
      // Then it keeps the mark that it has, and serves as well.
      log.warn({ err }, 'the database file could not be marked')
    }
  }
  markAnew()
  return markAnew
}
