import { ConfigError } from '../../config.ts'

/** The first without a bug that can damage a database in WAL mode when two connections write and checkpoint at the same time. */
const oldest = '3.51.3'

/** Node comes with a newer one. Some distributions build Node with their own. */
export function refuseOldSqlite(version = process.versions.sqlite ?? '0'): void {
  if (version.localeCompare(oldest, 'en', { numeric: true }) < 0)
    throw new ConfigError([
      `This Node uses SQLite ${version}, which can damage the database file. Inboard needs SQLite ${oldest} or later: use Node from nodejs.org or npm, or set DATABASE_URL to a PostgreSQL server.`,
    ])
}
