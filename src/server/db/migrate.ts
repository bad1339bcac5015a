import { DatabaseUnavailable, type Reader, type Transaction } from './database.ts'
import { type Migration, newestOf, readMigrations } from './migrations.ts'

/** A transaction that may alter tables. Of instances that start together, one is in it while the others wait. */
export interface SchemaTransaction extends Transaction {
  /** From now on no instance writes anything before this transaction has ended. */
  lockWriters(): Promise<unknown>
  /** Statements that bind nothing. */
  script(sql: string): Promise<unknown>
}

/** On SQLite foreign keys are checked at its end only, so that a table can be rebuilt under those that refer to it. */
export type AlterSchema = <Result>(work: (tx: SchemaTransaction) => Promise<Result>) => Promise<Result>

/** Applies, in order and each in a transaction of its own, the migrations that this database has not seen. */
export async function migrate(alterSchema: AlterSchema, migrations: readonly Migration[]): Promise<void> {
  await alterSchema(async (tx) => {
    await tx.script('create table if not exists migrations (name text not null primary key) strict;')
    await refuseTooNew(tx, migrations)
  })
  for (const { name, sql, beside } of migrations) {
    await alterSchema(async (tx) => {
      if (await tx.get`select name from migrations where name = ${name}`) return
      await tx.lockWriters()
      await tx.script(sql)
      await tx.run`insert into migrations (name) values (${name})`
      if (beside) await tx.run`insert into side_by_side (migration, beside) values (${name}, ${beside})`
    })
  }
}

/**
 * The migrations of newer versions that a program may not write beside, if this is the newest that it knows. Asked in
 * every transaction that writes: the schema may have changed since this instance started.
 */
export const forbidding = (db: Reader, newest: string) =>
  db.all<{ name: string }>`
    select name from migrations where name > ${newest}
      and not exists (select 1 from side_by_side where migration = name and beside <= ${newest})`

export function refuseForbidding(found: readonly { name: string }[]): void {
  if (found.length > 0) throw new DatabaseTooNew(found.map(({ name }) => name))
}

/** Resolves to how many of the migrations are missing. */
async function refuseTooNew(db: Reader, migrations: readonly Migration[]): Promise<number> {
  const applied = await db.all<{ name: string }>`select name from migrations order by name`
  const missing = migrations.filter(({ name }) => !applied.some((one) => one.name === name)).length
  const newest = newestOf(migrations)
  const newer = applied.filter(({ name }) => name > newest)
  // Where migrations of ours are missing, so may be the table that says what can run beside what.
  if (newer.length > 0) refuseForbidding(missing > 0 ? newer : await forbidding(db, newest))
  return missing
}

/** Read once, as probes ask every few seconds. Only the names matter here, and they are the same on both engines. */
let shipped: Migration[] | undefined

/** Rejects when the database was made by a newer version that this one cannot work beside. It may be older. */
export async function refuseNewer(db: Reader): Promise<void> {
  shipped ??= readMigrations('sqlite')
  await refuseTooNew(db, shipped)
}

/** Rejects when the database cannot be read, or when its schema is not one that this program can work with. */
export async function checkSchema(db: Reader): Promise<void> {
  shipped ??= readMigrations('sqlite')
  const missing = await refuseTooNew(db, shipped).catch((error: unknown) => {
    throw error instanceof DatabaseUnavailable ? error : new DatabaseUnavailable(error)
  })
  if (missing > 0)
    throw new DatabaseUnavailable(new Error(`the database lacks ${missing} migration(s) of this Inboard`))
}

export class DatabaseTooNew extends DatabaseUnavailable {
  constructor(unknown: string[]) {
    const message = `The database was made by a newer Inboard than this one (it has ${unknown.join(', ')}). Update Inboard, or restore a backup.`
    super(new Error(message))
    this.name = 'DatabaseTooNew'
    this.message = message
  }
}
