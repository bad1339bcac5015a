import type { Config } from '../config/config.ts'
import type { Database, ReadableDatabase } from './database.ts'
import type { OnMigrated } from './migrate.ts'

/** Each engine's driver is loaded only if it is used. */
export async function openDatabase(
  database: Config['database'],
  onMigrated: OnMigrated = () => {},
): Promise<Database> {
  if (database.engine === 'sqlite') {
    const { openSqlite } = await import('./sqlite/sqlite.ts')
    return await openSqlite(database.file, undefined, onMigrated)
  }
  const { openPostgres } = await import('./postgres/postgres.ts')
  return await openPostgres(database.url, { onMigrated })
}

/**
 * Opens another connection to a database that this instance has already opened, for a worker that does one
 * thing at a time. After writing, when others may write again, the worker calls `checkpoint`.
 */
export async function openBeside(database: Config['database']): Promise<Database & { checkpoint?(): void }> {
  if (database.engine === 'sqlite') {
    const { openSqliteBeside } = await import('./sqlite/sqlite.ts')
    return openSqliteBeside(database.file)
  }
  const { openPostgres } = await import('./postgres/postgres.ts')
  const url = new URL(database.url)
  url.searchParams.set('max', '2')
  return await openPostgres(url.href, { migrating: false })
}

/** Opens a database without creating, migrating or writing anything. */
export async function readDatabase(database: Config['database']): Promise<ReadableDatabase> {
  if (database.engine === 'sqlite') {
    const { readSqlite } = await import('./sqlite/sqlite.ts')
    return readSqlite(database.file)
  }
  const { openPostgres } = await import('./postgres/postgres.ts')
  return await openPostgres(database.url, { migrating: false })
}
