import { isDeepStrictEqual } from 'node:util'
import type { Config } from '../config/config.ts'
import type { Reader } from './database.ts'
import type { Table } from './values.ts'

export type Fields = Table['fields']

/**
 * The fields of every table, by table name. Tables that aren't Inboard's may have other types than `Field`
 * allows. Tables of PostgreSQL's extensions are left out.
 */
export async function readTables(
  db: Reader,
  { engine }: Pick<Config['database'], 'engine'>,
): Promise<Record<string, Fields>> {
  const fields = engine === 'sqlite' ? await sqliteFields(db) : await postgresFields(db)
  const tables: Record<string, Fields> = {}
  for (const { table, field, type } of fields) tables[table] = { ...tables[table], [field]: type }
  return tables
}

/** Other programs have a table of migrations too. */
export const isOurs = ({ migrations }: Record<string, Fields>) =>
  isDeepStrictEqual(migrations, { name: 'text' })

interface Field {
  table: string
  field: string
  type: 'text' | 'integer'
}

const sqliteFields = (db: Reader) => db.all<Field>`
  select tables.name as "table", fields.name as field, lower(fields.type) as type
  from sqlite_schema as tables, pragma_table_info(tables.name) as fields
  where tables.type = 'table' and tables.name not like 'sqlite~_%' escape '~'
  order by tables.name, fields.name`

const postgresFields = (db: Reader) => db.all<Field>`
  select tables.table_name::text as "table", column_name::text as field,
    case data_type when 'bigint' then 'integer' else data_type end as type
  from information_schema.tables join information_schema.columns using (table_schema, table_name)
  where table_schema = current_schema() and table_type = 'BASE TABLE' and not exists (
    select from pg_depend where deptype = 'e' and objid = format('%I.%I', table_schema, tables.table_name)::regclass)
  order by tables.table_name, column_name`
