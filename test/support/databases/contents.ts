import type { Config } from '../../../src/server/config/config.ts'
import type { Database, Reader } from '../../../src/server/db/database.ts'

import { type Migration, readTables } from '../../../src/server/db/migrate.ts'
import { openPostgres } from '../../../src/server/db/postgres/postgres.ts'
import { openSqlite } from '../../../src/server/db/sqlite/sqlite.ts'

/** A database that has exactly these migrations. */
export const openWith = (database: Config['database'], migrations: Migration[]): Promise<Database> =>
  database.engine === 'sqlite'
    ? openSqlite(database.file, migrations)
    : openPostgres(database.url, { migrations })

const query = (text: string) => Object.assign([text], { raw: [text] })

/** Every row of every table. */
export async function contents(
  db: Reader,
  { engine }: Pick<Config['database'], 'engine'>,
): Promise<Record<string, unknown[]>> {
  const tables: Record<string, unknown[]> = {}
  for (const [name, fields] of Object.entries(await readTables(db, { engine })))
    if (name !== 'migrations' && name !== 'side_by_side')
      tables[name] = await db.all(query(`select * from ${name} order by ${Object.keys(fields).join(', ')}`))
  return tables
}
