import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../../src/server/db/database.ts'
import { openSqlite } from '../../../src/server/db/sqlite/sqlite.ts'
import { newDataFolder } from '../../support/machine/folders.ts'

const folder = newDataFolder()
const file = join(folder, 'inboard.db')
let db: Database
let stranger: DatabaseSync

beforeAll(async () => {
  db = await openSqlite(file)
  stranger = new DatabaseSync(file)
})
// A snapshot lasts until the end of the turn: the next test must not share that of the one before.
beforeEach(() => nextTurn())
afterAll(async () => {
  stranger.close()
  await db.close()
  rmSync(folder, { recursive: true })
})

const emails = async () =>
  (await db.all<{ email: string }>`select email from users order by email`).map(({ email }) => email)
const insert = (email: string) =>
  `insert into users (id, email, passkey_handle, created_at) values ('${email}', '${email}', 'x', 'x')`

test('reads of requests that arrive together agree, and those of the next look again', async () => {
  const before = await emails()
  db.shareReads()
  expect(await emails()).toEqual(before)
  stranger.exec(insert('ada'))
  db.shareReads()
  expect(await emails()).toEqual(before)
  await nextTurn()
  expect(await emails()).toEqual([...before, 'ada'])
})

test('a request never shares a read from before it arrived', async () => {
  const read = emails()
  stranger.exec(insert('bertha'))
  db.shareReads()
  expect(await emails()).toContain('bertha')
  expect(await read).not.toContain('bertha')
})

test('reads outside of requests see everything committed by then', async () => {
  for (const name of ['clara', 'dora']) {
    expect(await emails()).not.toContain(name)
    stranger.exec(insert(name))
    expect(await emails()).toContain(name)
  }
})

test('a change is read after it was committed, and not before', async () => {
  db.shareReads()
  const reading = emails()
  await db.transaction(async (tx) => {
    await emails()
    await tx.run(Object.assign([insert('grace')], { raw: [] }))
    expect(await emails()).not.toContain('grace')
  })
  expect(await emails()).toContain('grace')
  expect(await reading).not.toContain('grace')
})

test('a failed read blocks nobody', async () => {
  await expect(db.all`select no_such_column from users`).rejects.toThrow('no such column')
  await expect(db.all`select abs(-9223372036854775807 - 1) from users`).rejects.toThrow('integer overflow')
  expect(await emails()).toContain('ada')
})
