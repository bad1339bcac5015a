import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { Ledger } from '../support/ledger.ts'
import { cleanUp, run } from '../support/process.ts'

afterAll(cleanUp)

const rounds = 8
const people = ['ada', 'bob', 'cleo', 'dan', 'eve', 'fay']

/** Straight from the file: what no board may ever be. */
function faultsOf(file: string): unknown[] {
  const database = new DatabaseSync(file, { readOnly: true })
  const health = database.prepare('pragma integrity_check').all()
  const faults = [
    ...health.filter(({ integrity_check }) => integrity_check !== 'ok'),
    ...database.prepare('pragma foreign_key_check').all(),
    ...database.prepare('select * from cards where (project_id is null) <> (status_id is null)').all(),
  ]
  database.close()
  return faults
}

test('what was acknowledged is there after kill -9, time and again, and nothing by half', async () => {
  let server = await run()
  const tokens = await Promise.all(people.map((name) => server.signIn(`${name}@example.com`)))
  const ledgers = await Promise.all(tokens.map((token) => Ledger.open(server.client(token))))
  let written = 0

  for (let round = 1; round <= rounds; round++) {
    const { client, kill, folder } = server
    const writing = ledgers.map((ledger, index) => ledger.writeUntilTheEnd(client(tokens[index])))
    await pause(100 + Math.random() * 200)
    await kill('SIGKILL')
    for (const writes of await Promise.all(writing)) written += writes

    server = await run({ folder })
    expect(faultsOf(server.database)).toEqual([])
    for (const [index, ledger] of ledgers.entries()) {
      const { board: expected, otherwise } = ledger
      const { board, positions } = await ledger.read(server.client(tokens[index]))
      expect([expected, otherwise], `${people[index]}, round ${round}`).toContainEqual(board)
      expect(positions).toEqual(Object.values(board).map((texts) => texts.map((_, position) => position)))
    }
  }
  expect(written).toBeGreaterThan(rounds * people.length)
}, 60_000)
