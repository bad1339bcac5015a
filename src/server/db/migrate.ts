import { CommandError } from '../common/command-error.ts'
import type { Config } from '../config/config.ts'
import { isOurs, readTables } from './catalogue.ts'
import { DatabaseUnavailable, type Reader, type Transaction } from './database.ts'
import { type Migration, newestOf, readMigrations } from './migrations.ts'

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
    await refuseTooNew(tx, migrations)
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

export async function refuseForeign(db: Reader, engine: Config['database']['engine']): Promise<void> {
  const tables = await readTables(db, { engine })
  const names = Object.keys(tables)
  if (names.length > 0 && !isOurs(tables)) throw new CommandError(foreign(names))
}

const foreign = (names: string[]) =>
  `The database belongs to another program: it has the tables ${names.slice(0, 3).join(', ')}${names.length > 3 ? ', …' : ''}, and none that says which migrations of Inboard it has. Give Inboard an empty database of its own in DATABASE_URL.`

/**
 * The applied migrations beside which a program may not write if `newest` is the newest that it knows.
 * Checked in every transaction that writes, because the schema may have changed since this instance started.
 */
export const forbidding = (db: Reader, newest: string) =>
  db.all<{ name: string }>`
    select name from migrations where name > ${newest}
      and not exists (select 1 from side_by_side where migration = name and beside <= ${newest})`

export function refuseForbidding(found: readonly { name: string }[]): void {
  if (found.length > 0) throw new DatabaseTooNew(found.map(({ name }) => name))
}

/** Resolves to the number of missing migrations. */
async function refuseTooNew(db: Reader, migrations: readonly Migration[]): Promise<number> {
  const applied = await db.all<{ name: string }>`select name from migrations order by name`
  const missing = migrations.filter(({ name }) => !applied.some((one) => one.name === name)).length
  const newest = newestOf(migrations)
  const newer = applied.filter(({ name }) => name > newest)
  // If any of our migrations are missing, so may be the `side_by_side` table.
  if (newer.length > 0) refuseForbidding(missing > 0 ? newer : await forbidding(db, newest))
  return missing
}

/** Read once, because probes ask every few seconds. Only the names matter here, and both engines have the same. */
let shipped: Migration[] | undefined

/**
 * Rejects if a newer version created the database and this version cannot work beside it. An older database
 * is fine.
 */
export async function refuseNewer(db: Reader): Promise<void> {
  shipped ??= readMigrations('sqlite')
  await refuseTooNew(db, shipped)
}

/** Rejects if the database cannot be read, or has a schema that this program cannot work with. */
export async function checkSchema(db: Reader): Promise<void> {
  shipped ??= readMigrations('sqlite')
  const missing = await refuseTooNew(db, shipped).catch((error: unknown) => {
    throw error instanceof DatabaseUnavailable ? error : new DatabaseUnavailable(error)
  })
  if (missing > 0)
    throw new DatabaseUnavailable(
      new Error(
        `The database is from an older version: ${missing} ${missing === 1 ? 'migration' : 'migrations'} to apply.`,
      ),
    )
}

export class DatabaseTooNew extends DatabaseUnavailable {
  constructor(unknown: string[]) {
    const message = `The database is from a newer version of Inboard (it has ${unknown.join(', ')}). Update Inboard, or restore a backup.`
    super(new Error(message))
    this.name = 'DatabaseTooNew'
    this.message = message
  }
}
