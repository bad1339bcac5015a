// The schema: which migrations and tables a database has, and which versions may work with it. Start at `migrate`.
import { isDeepStrictEqual } from 'node:util'
import { CommandError } from '../common/command-error.ts'
import { shipped } from '../common/shipped.ts'
import type { Config } from '../config/config.ts'
import { DatabaseUnavailable, type Reader, type Transaction } from './database.ts'
import type { Table } from './values.ts'

export interface Migration {
  /** The name that the database records. It is the same on both engines. */
  name: string
  sql: string
  /** The oldest migration that an instance has to know to keep writing after this one is applied. */
  beside: string | undefined
}

/**
 * All migrations for an engine, in order. `0003-bin.sql` is for both engines; `0003-bin.sqlite.sql` and
 * `0003-bin.postgres.sql` are the two versions of one migration.
 */
export function readMigrations(
  engine: Config['database']['engine'],
  files = shipped('src/server/db/migrations'),
): Migration[] {
  return files
    .list()
    .sort()
    .flatMap((file) => {
      const [, title, only = engine] = /^(\d{4}-[\w-]+)(?:\.(sqlite|postgres))?\.sql$/.exec(file) ?? []
      if (!title || only !== engine) return []
      const sql = String(files.read(file))
      const [, beside] = /^-- beside: (\S+)$/m.exec(sql) ?? []
      return [{ name: `${title}.sql`, sql, beside }]
    })
}

export const newestOf = (migrations: readonly Migration[]) => migrations.at(-1)?.name ?? ''

/** A transaction that may alter tables. Instances that start at the same time run it one after the other. */
export interface SchemaTransaction extends Transaction {
  /** Blocks writes by every instance until this transaction ends. */
  lockWriters(): Promise<unknown>
  /** Statements without parameters. */
  script(sql: string): Promise<unknown>
}

/** On SQLite, foreign keys are checked only at the end, so that a table can be rebuilt while others refer to it. */
export type AlterSchema = <Result>(work: (tx: SchemaTransaction) => Promise<Result>) => Promise<Result>

/** Called after each migration that was applied, with the milliseconds it took. */
export type OnMigrated = (name: string, ms: number) => void

/** Applies the migrations that this database lacks, in order, each in its own transaction. */
export async function migrate(
  engine: Config['database']['engine'],
  alterSchema: AlterSchema,
  migrations: readonly Migration[],
  onMigrated: OnMigrated,
): Promise<void> {
  await alterSchema(async (tx) => {
    await refuseForeign(tx, engine)
    await tx.script('create table if not exists migrations (name text not null primary key) strict;')
    await countMissing(tx, migrations)
  })
  for (const { name, sql, beside } of migrations) {
    const begun = performance.now()
    const isApplied = await alterSchema(async (tx) => {
      if (await tx.get`select name from migrations where name = ${name}`) return false
      await tx.lockWriters()
      await tx.script(sql)
      await tx.run`insert into migrations (name) values (${name})`
      if (beside) await tx.run`insert into side_by_side (migration, beside) values (${name}, ${beside})`
      return true
    })
    if (isApplied) onMigrated(name, Math.round(performance.now() - begun))
  }
}

/** Throws if the database has tables, but not those of Inboard. */
export async function refuseForeign(db: Reader, engine: Config['database']['engine']): Promise<void> {
  const tables = await readTables(db, { engine })
  const names = Object.keys(tables)
  if (names.length > 0 && !isOurs(tables))
    throw new CommandError(
      `The database belongs to another program: it has the tables ${names.slice(0, 3).join(', ')}${names.length > 3 ? ', …' : ''}, and none that says which migrations of Inboard it has. Give Inboard an empty database of its own in DATABASE_URL.`,
    )
}

/**
 * The applied migrations beside which a program may not write if `newest` is the newest that it knows.
 * Checked in every transaction that writes, because the schema may have changed since this instance started.
 */
export const forbidding = (db: Reader, newest: string) =>
  db.all<{ name: string }>`
    select name from migrations where name > ${newest}
      and not exists (select 1 from side_by_side where migration = name and beside <= ${newest})`

export function refuseForbidding(found: readonly { name: string }[]): void {
  if (found.length > 0)
    throw new WrongVersion(
      `The database is from a newer version of Inboard (it has ${found.map(({ name }) => name).join(', ')}). Update Inboard, or restore a backup.`,
    )
}

/** Throws if this version can't work with the database. Resolves to the number of missing migrations. */
async function countMissing(db: Reader, migrations: readonly Migration[]): Promise<number> {
  const rows = await db.all<{ name: string }>`select name from migrations order by name`
  const applied = rows.map(({ name }) => name)
  const [oldest = '', newest] = [migrations[0]?.name, newestOf(migrations)]
  if (applied.some((name) => name < oldest) && !applied.includes(oldest))
    throw new WrongVersion(
      'The database is from a version before 0.10.1: upgrade it with Inboard 0.10.1 first, then with this version.',
    )
  const missing = migrations.filter(({ name }) => !applied.includes(name)).length
  // If any of our migrations are missing, those that are newer were written for a version without ours.
  refuseForbidding(missing > 0 ? rows.filter(({ name }) => name > newest) : await forbidding(db, newest))
  return missing
}

/** Read once, because probes ask every few seconds. Only the names matter here, and both engines have the same. */
let ours: Migration[] | undefined

/** Rejects if this version can't upgrade the database, or if a newer version created it and they can't run side by side. */
export async function refuseWrongVersion(db: Reader): Promise<number> {
  ours ??= readMigrations('sqlite')
  return await countMissing(db, ours)
}

/** Rejects if the database cannot be read, or has a schema that this program cannot work with. */
export async function checkSchema(db: Reader): Promise<void> {
  const missing = await refuseWrongVersion(db).catch((error: unknown) => {
    throw error instanceof DatabaseUnavailable ? error : new DatabaseUnavailable(error)
  })
  if (missing > 0)
    throw new DatabaseUnavailable(
      new Error(
        `The database is from an older version: ${missing} ${missing === 1 ? 'migration' : 'migrations'} to apply.`,
      ),
    )
}

/** The message is for people. */
export class WrongVersion extends DatabaseUnavailable {
  constructor(message: string) {
    super(new Error(message))
    this.name = 'WrongVersion'
    this.message = message
  }
}

export type Fields = Table['fields']

/**
 * The fields of every table, by table name. Tables that aren't Inboard's may have other types than `Field`
 * allows. Tables of PostgreSQL's extensions are left out.
 */
export async function readTables(
  db: Reader,
  { engine }: Pick<Config['database'], 'engine'>,
): Promise<Record<string, Fields>> {
  const tables: Record<string, Fields> = {}
  for (const { table, field, type } of await (engine === 'sqlite' ? sqliteFields : postgresFields)(db))
    tables[table] = { ...tables[table], [field]: type }
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
