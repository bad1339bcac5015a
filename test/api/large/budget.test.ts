import { afterEach, describe, expect, test } from 'vitest'
import { createBoardHandlers } from '../../../src/server/app.ts'
import { ProblemError } from '../../../src/server/common/problems.ts'
import { DatabaseUnavailable } from '../../../src/server/db/database.ts'
import { createSizeOf, offloading } from '../../../src/server/pool/offload.ts'
import { Pool } from '../../../src/server/pool/pool.ts'
import { Shared } from '../../../src/server/pool/shared.ts'
import { type Budget, budgetFor } from '../../../src/server/pool/worker.ts'
import { workersOf } from '../../support/processes/workers.ts'
import { eventually } from '../../support/service/inboard.ts'
import { inboard } from '../../support/service/shared.ts'
import { count, ids, inbox, newcomer } from './people.ts'

const pools: Pool[] = []
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()))
})

/** Handlers on the database of the service, with another budget than it has. */
function boardsWithin(other: Partial<Budget>, onLoan = () => {}) {
  const { world } = inboard
  const { leasing } = world.db
  const lease = async (ownerId: string) => {
    const giveBack = await leasing.lease(ownerId)
    onLoan()
    return giveBack
  }
  const db = { ...world.db, leasing: { ...leasing, lease } }
  const budget = { ...budgetFor(world.config), ...other }
  const pool = new Pool({ ...world, db, onError: () => {}, budget })
  pools.push(pool)
  const parts = { pool, sizeOf: createSizeOf(world.db), reads: new Shared([1]) }
  return offloading(createBoardHandlers(world), parts)
}

const lines = Array.from({ length: 60_000 }, (_, index) => `- [ ] Thing ${index}`).join('\n')
const upload = (ownerId: string, text = lines) => ({
  ownerId,
  params: {},
  query: { preview: true },
  body: { type: 'text/markdown', bytes: Buffer.from(`# List\n${text}`) },
})
type Handler = (call: object) => Promise<unknown>
const importInto = ({ importFile }: ReturnType<typeof boardsWithin>, ownerId: string) =>
  (importFile as unknown as Handler)(upload(ownerId))

const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error) =>
      error instanceof ProblemError
        ? error.problem.code
        : error instanceof DatabaseUnavailable
          ? 'unavailable'
          : String(error),
  )

describe('a job that uses up its budget', () => {
  test('of time is stopped: a file is too complex, and the next one is read', async () => {
    const { user } = await inboard.signIn()
    const before = workersOf()
    expect(await outcomeOf(importInto(boardsWithin({ time: 0 }), user.id))).toBe('too_complex')
    expect(workersOf()).toEqual(before)
    expect(await outcomeOf(importInto(boardsWithin({}), user.id))).not.toBe('too_complex')
  })

  test('of memory ends its process, and nothing else', async () => {
    const { user } = await inboard.signIn()
    expect(await outcomeOf(importInto(boardsWithin({ heap: 20 }), user.id))).toBe('too_complex')
  })
})

test('a worker killed during a write has written all or nothing, and the next writer need not wait', async () => {
  const { client, user } = await newcomer()
  // The service has its own worker from now on.
  await client.listInboxCards()
  const before = workersOf()
  const kill = () => {
    for (const worker of workersOf()) if (!before.includes(worker)) process.kill(worker, 'SIGKILL')
  }
  for (const delay of [0, 2, 5, 10, 20, 40]) {
    const { setColumn } = boardsWithin({}, () => setTimeout(kill, delay))
    const there = ids((await client.listInboxCards()).cards)
    const asked = there.toReversed()
    const call = { ownerId: user.id, params: {}, query: undefined, body: { ...inbox, card_ids: asked } }
    const outcome = await outcomeOf(setColumn(call))
    const { card } = await client.addInboxCard({ text: 'Next' })
    const after = ids((await client.listInboxCards()).cards).filter((id) => id !== card.id)
    expect(outcome === 'done' ? [asked] : [there, asked]).toContainEqual(after)
    expect(['done', 'unavailable']).toContain(outcome)
    await client.removeCard({ id: card.id })
  }
})

test('a running job is refused when the server closes, and so are waiting ones', async () => {
  const { user } = await inboard.signIn()
  const before = workersOf()
  const boards = boardsWithin({})
  const outcomes = [outcomeOf(importInto(boards, user.id)), outcomeOf(importInto(boards, user.id))]
  await eventually(() => workersOf().length > before.length || undefined, 'a worker')
  await pools.pop()?.close()
  expect(await Promise.all(outcomes)).toEqual(['unavailable', 'unavailable'])
  expect(workersOf()).toEqual(before)
})

test('a server that is watched while it is being changed has workers, too', async () => {
  const { user } = await newcomer()
  process.env.WATCH_REPORT_DEPENDENCIES = '1'
  const call = { ownerId: user.id, params: {}, query: undefined, body: undefined }
  const outcome = await outcomeOf(boardsWithin({}).listInboxCards(call))
  delete process.env.WATCH_REPORT_DEPENDENCIES
  expect(outcome).toBe('done')
})

test('an idle worker ends, and the next job gets a new one', async () => {
  const { client, user } = await newcomer()
  const before = workersOf()
  const { listInboxCards } = boardsWithin({ idle: 1 })
  const call = { ownerId: user.id, params: {}, query: undefined, body: undefined }
  for (const _ of [1, 2]) {
    expect(await outcomeOf(listInboxCards(call))).toBe('done')
    await eventually(() => workersOf().length === before.length || undefined, 'it to end')
  }
  expect((await client.listInboxCards()).cards).toHaveLength(count + 1)
})
