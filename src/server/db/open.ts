import type { Config } from '../config.ts'
import type { Database, ReadableDatabase } from './database.ts'

/** Each engine's driver is loaded only where it is used. */
export async function openDatabase(database: Config['database']): Promise<Database> {
  if (database.engine === 'sqlite') {
    const { openSqlite } = await import('./sqlite/sqlite.ts')
    return await openSqlite(database.file)
  }
  const { openPostgres } = await import('./postgres/postgres.ts')
  return await openPostgres(database.url)
}

/**
 * Another way to a database that this instance has opened: for a worker, which does one thing at a time. After what it has
 * written, and when others may write again, it calls `checkpoint`.
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

/** Opens it as it is: nothing is created, migrated or written. */
export async function readDatabase(database: Config['database']): Promise<ReadableDatabase> {
  if (database.engine === 'sqlite') {
    const { readSqlite } = await import('./sqlite/sqlite.ts')
    return readSqlite(database.file)
  }
  const { openPostgres } = await import('./postgres/postgres.ts')
  return await openPostgres(database.url, { migrating: false })
}
