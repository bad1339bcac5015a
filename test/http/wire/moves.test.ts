import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { type Column, cardsOf, findAll, inbox, keyOf, movesTo, turning } from '../../../src/board/columns.ts'
import { type Confirmed, emptyWorkspace, takeIn, takeInAll } from '../../../src/board/workspace.ts'
import { createClient } from '../../../src/client/client.ts'
import { requestOf } from '../../../src/client/requests.ts'
import { Meter } from '../../support/network/meter.ts'
import { eventually } from '../../support/service/inboard.ts'
import { times } from '../../support/service/sending.ts'
import { inboard } from '../../support/service/shared.ts'

const verbs = ['Order', 'Call about', 'Repair', 'Ask Maria about', 'Pay for', 'Compare prices of', 'Renew']
const nouns = ['bill', 'bicycle', 'dentist', 'roof', 'passport', 'oven', 'garden', 'tax return', 'guest room']
const textOf = (n: number) => `${verbs[n % 7]} the ${nouns[n % 9]}, number ${n}`
const nothing: Confirmed = { workspace: emptyWorkspace, seq: 0 }

/** A device that shows an account as the web app does, on connections whose bytes are counted. */
async function newDevice() {
  const { client, token } = await inboard.signIn()
  const { project } = await client.addProject({ title: 'House' })
  // The ids of cards that were written in the app are random.
  for (const hundred of times(9, (n) => times(100, (m) => 100 * n + m)))
    await client.batch({
      operations: hundred.map((n) => ({
        method: 'POST' as const,
        path: '/api/inbox/cards',
        body: { text: textOf(n) },
        idempotency_key: randomUUID(),
      })),
    })
  const meter = await Meter.before(inboard.url)
  const device = createClient({ baseUrl: meter.url, token: () => token })
  let confirmed = takeInAll(nothing, await device.changes())
  const leaving = new AbortController()
  const { promise: connected, resolve } = Promise.withResolvers<void>()
  const events = device.events(
    { since: confirmed.seq, renumber: true },
    { signal: leaving.signal, onConnection: () => resolve() },
  )
  const following = (async () => {
    for await (const changes of events) confirmed = takeIn(confirmed, changes)
  })()
  onTestFinished(async () => {
    leaving.abort()
    await following
    meter.stop()
  })
  await connected
  // Its first bytes are of the connection, and not of a move.
  await pause(100)

  /** What it costs to move cards, until the stream has brought them, in bytes. */
  async function move(ids: string[], column: Column, before?: string, complete = false) {
    const { columns } = confirmed.workspace
    const turned = complete ? findAll(columns, ids).map((card) => ({ ...card, complete })) : []
    const operations = turning(movesTo(columns, ids, column, before), turned)
    const [sent, received, seq] = [meter.sent, meter.received, confirmed.seq]
    const { results } = await device.batch(
      { operations: operations.map((one) => ({ ...requestOf(one), idempotency_key: randomUUID() })) },
      { minimal: true },
    )
    expect(results.map(({ status, seq }) => [status, seq])).toEqual([[200, seq + 1]])
    await eventually(() => confirmed.seq === seq + 1 || undefined, 'the stream')
    return meter.sent - sent + meter.received - received
  }

  const idsOf = (column: Column) => cardsOf(confirmed.workspace.columns, keyOf(column)).map(({ id }) => id)
  const expectExact = async () =>
    expect(confirmed.workspace).toEqual(takeInAll(nothing, await client.changes()).workspace)
  const { statuses } = await client.listStatuses({ project_id: project.id })
  const done = { project_id: project.id, status_id: statuses.at(-1)?.id ?? '' }
  return { move, idsOf, expectExact, done }
}

test('a card that is dragged across a column of 900 costs less than 5 kB, both ways', async () => {
  const { move, idsOf, expectExact } = await newDevice()
  const [first, ...others] = idsOf(inbox)
  const [last = ''] = others.slice(-1)
  expect(await move([last], inbox, first)).toBeLessThan(5000)
  expect(idsOf(inbox)[0]).toBe(last)
  expect(await move([last], inbox)).toBeLessThan(5000)
  await expectExact()
})

test('100 cards that are moved and completed together cost less than 20 kB, and one number', async () => {
  const { move, idsOf, expectExact, done } = await newDevice()
  const ids = idsOf(inbox).slice(300, 400)
  expect(await move(ids, done, undefined, true)).toBeLessThan(20_000)
  expect(idsOf(done)).toEqual(ids)
  await expectExact()
})
