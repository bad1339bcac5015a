import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '../../../../src/client/client.ts'
import { PostgresServer } from '../../../support/databases/postgres-server.ts'
import { chanceOfRun } from '../../../support/machine/chance.ts'
import { Ledger } from '../../../support/models/ledger.ts'
import { MovingEndpoint } from '../../../support/network/moving-endpoint.ts'
import { cleanUp, newFolder, run } from '../../../support/processes/process.ts'
import { checkedFetch } from '../../../support/service/contract-check.ts'
import { eventually, patience } from '../../../support/service/inboard.ts'

// With what else a failover needs in earnest, it is the scenario "failover" of the faults.

let primary: PostgresServer
let standby: PostgresServer
let endpoint: MovingEndpoint
beforeAll(async () => {
  primary = await PostgresServer.start()
  await primary.createDatabase('inboard')
  standby = await primary.startStandby()
  endpoint = await MovingEndpoint.open(primary.port)
})
afterAll(async () => {
  cleanUp()
  endpoint?.close()
  await Promise.all([primary?.stop(), standby?.stop()])
})

const people = ['ada', 'bob', 'cleo']

test('if its endpoint leads to the new primary, an instance continues by itself, and nothing is lost', async () => {
  const url = primary.url('inboard', { connectionTimeoutMillis: '1000' })
  const environment = {
    DATABASE_URL: url.replace(`:${primary.port}/`, `:${endpoint.port}/`),
    JWT_SECRET: 'the secret of every instance in this file',
    AUTH_RATE_LIMIT: '0',
  }
  const folder = newFolder()
  const [one, other] = await Promise.all([run({ folder, environment }), run({ folder, environment })])
  const serverOf = (index: number) => (index % 2 === 0 ? one : other)
  const tokens = await Promise.all(people.map((name) => one.signIn(`${name}@example.com`)))
  /** To whom a server that cannot is the same as one that is gone. */
  const clientOf = (index: number) =>
    createClient({
      baseUrl: serverOf(index).url,
      token: () => tokens[index],
      retries: 0,
      fetch: async (input, init) => {
        const response = await checkedFetch(input, { ...init, signal: AbortSignal.timeout(patience) })
        if (response.status === 503) throw new Error('unavailable')
        return response
      },
    })
  const ledgers = await Promise.all(
    tokens.map((_, index) => Ledger.open(clientOf(index), chanceOfRun(index))),
  )
  const heard = ledgers.map(() => 0)
  const writing = Promise.all(
    ledgers.map((ledger, index) =>
      ledger.writeUntilTheEnd(clientOf(index), (writes) => {
        heard[index] = writes
      }),
    ),
  )
  await eventually(() => heard.every((writes) => writes > 10) || undefined, 'everyone to be at work')
  await primary.kill()
  await writing
  await standby.promote()
  endpoint.moveTo(standby.port)

  for (const [index, ledger] of ledgers.entries()) {
    const client = clientOf(index)
    await eventually(() => client.listInboxCards().catch(() => undefined), 'it to work again')
    const { board: expected, otherwise } = ledger
    const { board } = await ledger.read(client)
    expect([expected, otherwise], people[index]).toContainEqual(board)
    await client.addInboxCard({ text: 'and on it goes' })
  }
  for (const { child } of [one, other]) expect(child.exitCode).toBeNull()
})
