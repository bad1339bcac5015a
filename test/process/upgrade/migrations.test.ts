import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, watch } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSqlite } from '../../../src/server/db/sqlite/sqlite.ts'
import { cleanUp, launch, newFolder, root, run } from '../../support/processes/process.ts'
import { eventually } from '../../support/service/inboard.ts'

const opener = `import('${join(root, 'src/server/db/sqlite/sqlite.ts')}').then(({ openSqlite }) => openSqlite(process.argv[1]))`

/** A process that opens the database, as every start does, and does nothing else. */
const open = (file: string) =>
  spawn(process.execPath, ['--eval', opener, file], { stdio: ['ignore', 'ignore', 'inherit'] })

function inspect(file: string) {
  const database = new DatabaseSync(file, { readOnly: true })
  const schema = database.prepare('select type, name, sql from sqlite_schema order by name').all()
  const migrations = database.prepare('select name from migrations order by name').all()
  const [health] = database.prepare('pragma integrity_check').all()
  database.close()
  return { schema, migrations, health }
}

let whole: ReturnType<typeof inspect>
beforeAll(async () => {
  const file = join(newFolder(), 'inboard.db')
  await (await openSqlite(file)).close()
  whole = inspect(file)
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
    for (let round = 0; round < 2; round++) {
      const file = join(newFolder(), 'inboard.db')
      const exits = await Promise.all([1, 2, 3].map(() => once(open(file), 'exit')))
      expect(exits.map(([code]) => code)).toEqual([0, 0, 0])
      expect(inspect(file)).toEqual(whole)
    }
  })

  test('that are killed in the middle are completed by the next start', async () => {
    const rounds = Array.from({ length: 8 }, (_, round) => round)
    const files: string[] = []
    await Promise.all(
      [0, 1].map(async (half) => {
        for (const round of rounds.filter((each) => each % 2 === half)) {
          const folder = newFolder()
          const file = join(folder, 'inboard.db')
          const appeared = once(watch(folder, { persistent: false }), 'change')
          const child = open(file)
          const exited = once(child, 'exit')
          await appeared
          // From the first byte of the file to some time after the last.
          await pause(3 * round)
          child.kill('SIGKILL')
          await exited
          await (await openSqlite(file)).close()
          expect(inspect(file), `killed ${3 * round} ms after the file appeared`).toEqual(whole)
          files.push(file)
        }
      }),
    )
    expect(files).toHaveLength(rounds.length)
  })

  test('that were killed with the whole server are completed by its next start', async () => {
    const { folder, database, kill } = await launch()
    await eventually(() => existsSync(database) || undefined, 'the database to appear')
    await kill('SIGKILL')
    const { client, signIn } = await run({ folder })
    const ada = client(await signIn('ada@example.com'))
    await ada.addProject({ title: 'Garden' })
    expect(inspect(database)).toEqual(whole)
  })
})
