import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
afterAll(async () => {
  stranger.close()
  await db.close()
  rmSync(folder, { recursive: true })
})

const emails = async () =>
  (await db.all<{ email: string }>`select email from users order by email`).map(({ email }) => email)
const insert = (email: string) =>
  `insert into users (id, email, passkey_handle, created_at) values ('${email}', '${email}', 'x', 'x')`

test('reads see everything committed by then', async () => {
  for (const name of ['clara', 'dora']) {
    expect(await emails()).not.toContain(name)
    stranger.exec(insert(name))
    expect(await emails()).toContain(name)
  }
})

test('a change is read after it was committed, and not before', async () => {
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
  expect(await emails()).toContain('grace')
})
