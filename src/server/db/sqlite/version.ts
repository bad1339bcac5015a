import { ConfigError } from '../../config/config.ts'

/**
 * The first version without the bug that can damage a database in WAL mode when two connections write and
 * checkpoint at the same time.
 */
const oldest = '3.51.3'

/** Node bundles a newer version, but some distributions build Node with their own SQLite. */
export function refuseOldSqlite(version = process.versions.sqlite ?? '0'): void {
  if (version.localeCompare(oldest, 'en', { numeric: true }) < 0)
    throw new ConfigError([
      `This Node uses SQLite ${version}, which can damage the database file. Inboard needs SQLite ${oldest} or later: use Node from nodejs.org or npm, or set DATABASE_URL to a PostgreSQL server.`,
    ])
}
