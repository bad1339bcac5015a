import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSqlite } from '../../../src/server/db/sqlite/sqlite.ts'
import { cleanUp } from '../../support/processes/process.ts'
import { asMade, newFile, rowsIn, start } from './copying.ts'
import { expectSurvivesKill, prepareCopies, wayUp } from './interrupted.ts'

let prepared: Awaited<ReturnType<typeof prepareCopies>>
beforeAll(async () => {
  prepared = await prepareCopies()
})
afterAll(cleanUp)

// On the way back, and a source that changes meanwhile, are among the long tests.

test('a killed copy to PostgreSQL leaves nothing behind, and can be run again', async () =>
  expectSurvivesKill(await wayUp(prepared), prepared.original))

test("if the target can't store something unchanged, nothing is copied", async () => {
  const [file, target] = [newFile(), await prepared.postgres.newDatabase()]
  await (await openSqlite(file)).close()
  const database = new DatabaseSync(file)
  database.exec(
    `insert into users (id, email, passkey_handle, created_at) values ('a', 'a' || char(0), '', '')`,
  )
  database.close()
  const { exited, stderr } = await start(
    '--from',
    `sqlite:${file}`,
    '--to',
    prepared.postgres.server.url(target),
  )
  expect((await exited).code).toBe(1)
  expect(stderr()).toMatch(/^The copy differs from the source \(users\)/)
  expect(rowsIn(await prepared.postgres.dump(target))).toEqual(asMade)
})
