import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSqlite } from '../../../src/server/db/sqlite/sqlite.ts'
import { cleanUp, newFolder } from '../../support/processes/process.ts'
import { inspect, inspectWhole, open } from './opening.ts'

let whole: ReturnType<typeof inspect>
beforeAll(async () => {
  whole = await inspectWhole()
  expect(whole.health).toEqual({ integrity_check: 'ok' })
  expect(whole.migrations).not.toEqual([])
})
afterAll(cleanUp)

describe('migrations', () => {
  test('are applied once, however often the database is opened', async () => {
    const file = join(newFolder(), 'inboard.db')
    for (let start = 0; start < 3; start++) {
      const database = await openSqlite(file)
      await database.transaction(
        (tx) => tx.run`
        insert into users (id, email, passkey_handle, created_at) values (${String(start)}, ${`${start}@x.org`}, '', '')`,
      )
      expect(await database.all`select id from users`).toHaveLength(start + 1)
      await database.close()
      expect(inspect(file)).toEqual(whole)
    }
  })

  test('are applied once by processes that open a new database at the same moment', async () => {
    const file = join(newFolder(), 'inboard.db')
    const exits = await Promise.all([1, 2, 3].map(() => once(open(file), 'exit')))
    expect(exits.map(([code]) => code)).toEqual([0, 0, 0])
    expect(inspect(file)).toEqual(whole)
  })
})
