import { readdirSync, readFileSync } from 'node:fs'
import type { Database } from './database.ts'

const folder = new URL('./migrations/', import.meta.url)

interface Target {
  transaction: Database['transaction']
  /** Runs statements that bind nothing, inside the transaction that is open. */
  script(sql: string): void
}

/**
 * Applies, in order and each in a transaction of its own, the files of `migrations/` that this database has not
 * seen. A file that has shipped is never edited: what it got wrong is mended by the next one.
 */
export async function migrate({ transaction, script }: Target): Promise<void> {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
  await transaction(async () => {
    script('create table if not exists migrations (name text not null primary key) strict')
  })
  const applied = await transaction(
    (tx) => tx.all<{ name: string }>`select name from migrations order by name`,
  )
  const unknown = applied.filter(({ name }) => !files.includes(name))
  if (unknown.length > 0) throw new DatabaseTooNew(unknown.map(({ name }) => name))

  for (const file of files) {
    await transaction(async (tx) => {
      // Asked again inside, because another process may be starting on the same file.
      if (await tx.get`select name from migrations where name = ${file}`) return
      script(readFileSync(new URL(file, folder), 'utf8'))
      await tx.run`insert into migrations (name) values (${file})`
    })
  }
}

export class DatabaseTooNew extends Error {
  constructor(unknown: string[]) {
    super(
      `The database was made by a newer Inboard than this one (it has ${unknown.join(', ')}). Update Inboard, or restore a backup.`,
    )
    this.name = 'DatabaseTooNew'
  }
}
