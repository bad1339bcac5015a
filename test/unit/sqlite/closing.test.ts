import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DatabaseUnavailable } from '../../../src/server/db/database.ts'
import { add, closeNotes, db, file, openAgain, openNotes, outcomes, texts, textsInFile } from './notes.ts'

beforeEach(openNotes)
afterEach(closeNotes)

describe('the connection', () => {
  test('writes what it acknowledges to the disk itself, and keeps foreign keys', async () => {
    // `synchronous` 2 is FULL: an fsync for every commit.
    const settings = await db.transaction(async (tx) => [
      await tx.get`pragma synchronous`,
      await tx.get`pragma journal_mode`,
      await tx.get`pragma foreign_keys`,
    ])
    expect(settings).toEqual([{ synchronous: 2 }, { journal_mode: 'wal' }, { foreign_keys: 1 }])
    const orphan = db.transaction((tx) => tx.run`insert into tags (note_id) values (404)`)
    await expect(orphan).rejects.toThrow(/FOREIGN KEY/)
  })
})

describe('closing', () => {
  test('waits for every transaction that was begun', async () => {
    const work = Array.from({ length: 100 }, (_, index) => add(String(index)))
    const late = work[0]?.then(() => add('begun while others were committing'))
    await db.close()
    expect(await outcomes([...work, ...(late ? [late] : [])])).toEqual(new Array(101).fill('fulfilled'))
    expect(textsInFile()).toHaveLength(101)
    await openAgain()
  })

  test('refuses what comes after it', async () => {
    await db.close()
    await expect(add('too late')).rejects.toThrow(DatabaseUnavailable)
    expect(textsInFile()).toEqual([])
    await openAgain()
  })

  test('leaves one file, which opens again with everything in it', async () => {
    await add('kept')
    await db.close()
    await openAgain()
    expect(await texts()).toEqual(['kept'])
    expect(db.description).toBe(`SQLite, ${file}`)
  })
})
