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

/** Opens it as it is: nothing is created, migrated or written. */
export async function readDatabase(database: Config['database']): Promise<ReadableDatabase> {
  if (database.engine === 'sqlite') {
    const { readSqlite } = await import('./sqlite/sqlite.ts')
    return readSqlite(database.file)
  }
  const { openPostgres } = await import('./postgres/postgres.ts')
  return await openPostgres(database.url, { migrating: false })
}
