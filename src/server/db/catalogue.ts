import { statSync } from 'node:fs'
import type { Config } from '../config.ts'
import type { Reader, Table } from './database.ts'

export type Columns = Table['columns']

/** The columns of every table, by its name; with another type than ours where the table is not ours. */
export async function readTables(
  db: Reader,
  { engine }: Pick<Config['database'], 'engine'>,
): Promise<Record<string, Columns>> {
  const columns = engine === 'sqlite' ? await sqliteColumns(db) : await postgresColumns(db)
  const tables: Record<string, Columns> = {}
  for (const { table, column, type } of columns) tables[table] = { ...tables[table], [column]: type }
  return tables
}

interface Column {
  table: string
  column: string
  type: 'text' | 'integer'
}

const sqliteColumns = (db: Reader) => db.all<Column>`
  select tables.name as "table", columns.name as "column", lower(columns.type) as type
  from sqlite_schema as tables, pragma_table_info(tables.name) as columns
  where tables.type = 'table' and tables.name not like 'sqlite~_%' escape '~'
  order by tables.name, columns.name`

const postgresColumns = (db: Reader) => db.all<Column>`
  select tables.table_name::text as "table", column_name::text as "column",
    case data_type when 'bigint' then 'integer' else data_type end as type
  from information_schema.tables join information_schema.columns using (table_schema, table_name)
  where table_schema = current_schema() and table_type = 'BASE TABLE'
  order by tables.table_name, column_name`

/** The same for two addresses that lead to one database. */
export async function identify(db: Reader, database: Config['database']): Promise<string> {
  if (database.engine === 'sqlite') {
    const { dev, ino } = statSync(database.file, { bigint: true })
    return `${dev} ${ino}`
  }
  // No two servers start in the same microsecond, whatever names they go by.
  const row = await db.get<{ identity: string }>`
    select concat_ws(' ', pg_postmaster_start_time(), current_database(), current_schema()) as identity`
  return row?.identity ?? ''
}
