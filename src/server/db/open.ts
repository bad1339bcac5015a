import type { Config } from '../config.ts'
import type { Database } from './database.ts'

/** Each engine's driver is loaded only where it is used. */
export async function openDatabase(database: Config['database']): Promise<Database> {
  if (database.engine === 'sqlite') {
    const { openSqlite } = await import('./sqlite.ts')
    return await openSqlite(database.file)
  }
  const { openPostgres } = await import('./postgres.ts')
  return await openPostgres(database.url)
}
