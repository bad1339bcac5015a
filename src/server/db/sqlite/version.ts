import { DatabaseSync } from 'node:sqlite'
import { ConfigError } from '../../config/config.ts'

/**
 * The first version without the bug that can damage a database in WAL mode when two connections write and
 * checkpoint at the same time.
 */
export const oldestSqlite = '3.51.3'

export const isOldSqlite = (version: string) =>
  version.localeCompare(oldestSqlite, 'en', { numeric: true }) < 0

/** Asks the library itself: `process.versions` has the version that Node was compiled with. */
function runningVersion(): string {
  const database = new DatabaseSync(':memory:')
  try {
    return String(database.prepare('select sqlite_version() as version').get()?.version)
  } finally {
    database.close()
  }
}

/** Node bundles a newer version, but some distributions build Node with their own SQLite. */
export function refuseOldSqlite(version = runningVersion()): void {
  if (isOldSqlite(version))
    throw new ConfigError([
      `This Node uses SQLite ${version}, which can damage the database file. Inboard needs SQLite ${oldestSqlite} or later: use Node from nodejs.org or npm, or set DATABASE_URL to a PostgreSQL server.`,
    ])
}
