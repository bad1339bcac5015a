import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import type { Logger } from 'pino'
import type { Clock } from '../common/clock.ts'
import { CommandError } from '../common/command-error.ts'
import type { Config } from '../config/config.ts'
import { advanceAll } from '../db/counters.ts'
import type { Database } from '../db/database.ts'
import { isBackup } from './checksum.ts'

/**
 * Looks at the database file before it is opened. Resolves to a function to call when it is open: if the file
 * was replaced since a server last used it, that makes every device start over, as a restore does. It resolves
 * to a function to call after the database is closed. On PostgreSQL, a replacement can't be detected.
 */
export async function lookForReplacement(
  database: Config['database'],
  clock: Clock,
  log: Logger,
  warn: (warning: string) => void,
): Promise<(db: Database) => Promise<() => void>> {
  if (database.engine === 'postgres') return async () => () => {}
  const { file } = database
  const { complaintAboutLost, isCopiedAlone, isReplaced, mark } = await import('../db/sqlite/mark.ts')
  const lost = complaintAboutLost(file)
  if (lost) throw new CommandError(lost)
  const [isAlone, isABackup] = [isCopiedAlone(file), isBackup(file)]
  const renewMark = (isRunning: boolean) => {
    try {
      if (existsSync(file)) mark(file, isRunning)
    } catch (err) {
      // The file keeps its mark.
      log.warn({ err }, 'the database file could not be marked')
    }
  }
  return async (db) => {
    if (isAlone) warn(`${copiedAlone(file)} Every device will reload its account.`)
    if (isReplaced(file) || isAlone || isABackup) {
      await db.exclusive((tx) => advanceAll(tx, clock.now()))
      log.warn('the database file was replaced since the last start: every device will reload its account')
    }
    renewMark(true)
    return () => renewMark(false)
  }
}

export const copiedAlone = (file: string) =>
  `${file} was copied while a server used it, and ${basename(file)}-wal is not beside it. If it was copied by itself, the latest changes are missing: copy both files, with the server stopped, or use "inboard backup". A copy made by Litestream or by SQLite itself is complete.`
