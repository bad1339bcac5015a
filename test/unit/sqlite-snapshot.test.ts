import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../src/server/db/database.ts'
import { openSqlite } from '../../src/server/db/sqlite/sqlite.ts'

const folder = mkdtempSync(join(tmpdir(), 'inboard-snapshot-'))
const file = join(folder, 'inboard.db')
let db: Database
let stranger: DatabaseSync

beforeAll(async () => {
  db = await openSqlite(file)
  stranger = new DatabaseSync(file)
})
afterAll(async () => {
  stranger.close()
  await db.close()
  rmSync(folder, { recursive: true })
})

const emails = async () =>
  (await db.all<{ email: string }>`select email from users order by email`).map(({ email }) => email)
const insert = (email: string) =>
  `insert into users (id, email, passkey_handle, created_at) values ('${email}', '${email}', 'x', 'x')`

test('reads of one turn agree, and the next turn looks again', async () => {
  const before = await emails()
  stranger.exec(insert('ada'))
  expect(await emails()).toEqual(before)
  await nextTurn()
  expect(await emails()).toEqual([...before, 'ada'])
})

test('whoever has written reads what they wrote, in the same turn', async () => {
  const reading = emails()
  await db.transaction(async (tx) => {
    await emails()
    await tx.run(Object.assign([insert('grace')], { raw: [] }))
    expect(await emails()).not.toContain('grace')
  })
  expect(await emails()).toContain('grace')
  expect(await reading).not.toContain('grace')
})

test('a read that fails holds nobody up', async () => {
  await expect(db.all`select no_such_column from users`).rejects.toThrow('no such column')
  await expect(db.all`select abs(-9223372036854775807 - 1) from users`).rejects.toThrow('integer overflow')
  expect(await emails()).toContain('ada')
})
