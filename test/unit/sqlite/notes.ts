import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Database } from '../../../src/server/db/database.ts'
import { openSqlite } from '../../../src/server/db/sqlite/sqlite.ts'
import { newDataFolder } from '../../support/machine/folders.ts'

/** A database of notes for each test: `beforeEach(openNotes)`, `afterEach(closeNotes)`. */
export let file = ''
export let db: Database

export async function openNotes(): Promise<void> {
  file = join(newDataFolder(), 'notes.db')
  await openAgain()
  await db.transaction(async (tx) => {
    await tx.run`create table notes (id integer primary key, text text, shelf text) strict`
    await tx.run`create table tags (note_id integer references notes (id)) strict`
  })
}

/** The same file, after it was closed. */
export async function openAgain(): Promise<void> {
  db = await openSqlite(file)
}

export const closeNotes = (): Promise<void> => db.close()

export const add = (text: string, shelf: string | null = null) =>
  db.transaction((tx) => tx.run`insert into notes (text, shelf) values (${text}, ${shelf})`)

export async function texts(): Promise<string[]> {
  const notes = await db.all<{ text: string }>`select text from notes order by id`
  return notes.map(({ text }) => text)
}

/** What has been committed, as another program sees it. */
export function textsInFile(): unknown[] {
  const other = new DatabaseSync(file, { readOnly: true })
  const notes = other.prepare('select text from notes order by id').all()
  other.close()
  return notes.map(({ text }) => text)
}

export const outcomes = async (work: Promise<unknown>[]) =>
  (await Promise.allSettled(work)).map(({ status }) => status)
