import { mkdirSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { constants, DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DatabaseUnavailable } from '../../../src/server/db/database.ts'
import { refuseOldSqlite } from '../../../src/server/db/sqlite/files.ts'
import { translating } from '../../../src/server/db/sqlite/queries.ts'
import { openSqlite } from '../../../src/server/db/sqlite/sqlite.ts'
import { WriterQueue } from '../../../src/server/db/sqlite/writer.ts'
import { newDataFolder } from '../../support/machine/folders.ts'
import { add, closeNotes, file, openNotes, texts } from './notes.ts'

beforeEach(openNotes)
afterEach(closeNotes)

describe('writing goes on', () => {
  test('while the log cannot be measured', async () => {
    const log = `${file}-wal`
    await add('before')
    await texts()
    // SQLite still has its own open. Whoever looks for it by name goes round in circles.
    rmSync(log)
    symlinkSync(log, log)
    expect(() => statSync(log)).toThrow('ELOOP')
    for (let note = 0; note < 120; note++) await add(String(note))
    expect(await texts()).toHaveLength(121)
    rmSync(log)
  })

  test('once a transaction can be rolled back again', async () => {
    const writing = new DatabaseSync(file)
    const writers = new WriterQueue(writing, file, '9')
    let isRefused = true
    writing.setAuthorizer((action, word) =>
      isRefused && action === constants.SQLITE_TRANSACTION && word !== 'BEGIN'
        ? constants.SQLITE_DENY
        : constants.SQLITE_OK,
    )
    await expect(addNote()).rejects.toThrow('not authorized')
    expect(writing.isTransaction).toBe(true)
    await expect(addNote()).rejects.toThrow('not authorized')
    isRefused = false
    await addNote()
    await addNote()
    await writers.close()
    writing.close()
    expect(await texts()).toEqual(['added', 'added'])

    function addNote() {
      return writers.transaction((tx) => tx.run`insert into notes (text) values ('added')`)
    }
  })
})

test('the folder that is made for the database is for its user alone, and one that is there stays as it is', async () => {
  const made = join(newDataFolder(), 'one', 'two', 'inboard.db')
  await (await openSqlite(made)).close()
  for (const folder of [dirname(made), dirname(dirname(made))])
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  const given = join(newDataFolder(), 'given')
  mkdirSync(given, { mode: 0o755 })
  await (await openSqlite(join(given, 'inboard.db'))).close()
  expect(statSync(given).mode & 0o777).toBe(0o755)
})

test.each(['3.51.2', '3.51', '3.50.10', '3.9.99', '2.99.9', '0'])('SQLite %s is refused', (version) => {
  expect(() => refuseOldSqlite(version)).toThrow(`This Node uses SQLite ${version}, which can damage`)
})

test.each(['3.51.3', '3.51.10', '3.52.0', '3.100.0', '4.0.0'])('SQLite %s is taken', (version) => {
  expect(() => refuseOldSqlite(version)).not.toThrow()
  expect(() => refuseOldSqlite()).not.toThrow()
})

test('a full disk is called that', () => {
  const database = new DatabaseSync(join(newDataFolder(), 'full.db'))
  database.exec('create table t (a); pragma max_page_count = 2')
  const fill = () => translating(() => database.exec(`insert into t values (randomblob(100000))`))
  expect(fill).toThrow(DatabaseUnavailable)
  expect(fill).toThrow('the disk of the database is full')
  database.close()
})
