import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { addCrowd } from '../../../bench/seed.ts'
import { addAccount } from '../../../src/server/accounts/administer.ts'
import { openSqlite } from '../../../src/server/db/sqlite/sqlite.ts'
import { backUp } from '../../../src/server/operate/backup.ts'
import { inboard } from '../../support/processes/command.ts'
import { newFolder } from '../../support/processes/process.ts'

/** A command that works in a database. */
export const command = (file: string, ...words: string[]) =>
  inboard(words, { environment: { DATABASE_URL: `sqlite:${file}` } })

/** A database of a hundred people. */
export async function crowdWith(cardsEach: number): Promise<string> {
  const file = join(newFolder(), 'inboard.db')
  await (await openSqlite(file)).close()
  await addCrowd({ engine: 'sqlite', file }, { people: 100, cardsEach })
  return file
}

/** A database with one account and no cards. */
export async function other(): Promise<string> {
  const file = join(newFolder(), 'inboard.db')
  const db = await openSqlite(file)
  await addAccount(db, { now: Date.now }, 'ada@example.com')
  await db.close()
  return file
}

export async function backupOf(source: string): Promise<string> {
  const file = join(newFolder(), 'backup.db')
  await backUp({ engine: 'sqlite', file: source }, file, () => {})
  return file
}

export function countIn(file: string): unknown {
  const database = new DatabaseSync(file, { readOnly: true })
  const [row] = database.prepare('select count(*) as cards from cards').all()
  database.close()
  return row?.cards
}
