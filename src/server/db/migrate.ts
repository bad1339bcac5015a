import { readdirSync, readFileSync } from 'node:fs'
import { type Database, DatabaseUnavailable, type Reader } from './database.ts'

const folder = new URL('./migrations/', import.meta.url)

const files = readdirSync(folder)
  .filter((file) => file.endsWith('.sql'))
  .sort()

/**
 * Applies, in order and each in a transaction of its own, the files of `migrations/` that this database has not
 * seen. A file that has shipped is never edited: what it got wrong is mended by the next one.
 */
export async function migrate(transaction: Database['transaction']): Promise<void> {
  await transaction(async (tx) => {
    await tx.lockSchema()
    await tx.script('create table if not exists migrations (name text not null primary key) strict;')
    await refuseNewer(tx)
  })
  for (const file of files) {
    await transaction(async (tx) => {
      await tx.lockSchema()
      // Asked again inside, because another copy may be starting on the same database.
      if (await tx.get`select name from migrations where name = ${file}`) return
      await tx.script(readFileSync(new URL(file, folder), 'utf8'))
      await tx.run`insert into migrations (name) values (${file})`
    })
  }
}

async function refuseNewer(db: Reader): Promise<number> {
  const rows = await db.all<{ name: string }>`select name from migrations order by name`
  const unknown = rows.map(({ name }) => name).filter((name) => !files.includes(name))
  if (unknown.length > 0) throw new DatabaseTooNew(unknown)
  return rows.length
}

/** Rejects when the database cannot be read, or is not of this program's making any more. */
export async function checkSchema(db: Reader): Promise<void> {
  const known = await refuseNewer(db).catch((error: unknown) => {
    throw error instanceof DatabaseUnavailable ? error : new DatabaseUnavailable(error)
  })
  const missing = files.length - known
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
