import { describe, expect, test } from 'vitest'
import { sweepTombstones } from '../../../src/server/feed/tombstones.ts'
import { newcomer } from '../../api/changes/people.ts'
import { startTestInboard } from '../../support/service/inboard.ts'

const day = 86_400_000
const gone = '410 cursor_gone'

describe('a cursor expires', () => {
  test('if it is ahead of the account', async () => {
    const { send, card } = await newcomer()
    const { outcome } = await send('GET /api/changes?since=1')
    expect(outcome).toBe(gone)
    await card('x')
    for (const since of [2, 1000, 2 ** 31, 2 ** 53, '9'.repeat(30)])
      expect([since, (await send(`GET /api/changes?since=${since}`)).outcome]).toEqual([since, gone])
    expect((await send('GET /api/changes?since=1')).outcome).toBe('200')
  })

  test('if deletions since then are older than 90 days', async () => {
    // The sweeping of the start may come late, and would purge the bin, which takes a number.
    const own = await startTestInboard({ SESSION_TTL: '200d', BIN_DAYS: '365' })
    const { send, client, card } = await newcomer(own)
    const [x, y] = [await card('x'), await card('y')]
    await client.removeCard({ id: x.id })
    own.clock.advance(50 * day)
    await client.removeCard({ id: y.id })
    await card('z')
    own.clock.advance(39 * day)
    await sweepTombstones(own.world)
    expect((await send('GET /api/changes?since=0')).body.deleted).toHaveLength(2)
    own.clock.advance(2 * day)
    await sweepTombstones(own.world)
    for (const since of [0, 1, 2]) expect((await send(`GET /api/changes?since=${since}`)).outcome).toBe(gone)
    expect((await send('GET /api/changes?since=3')).body.deleted).toEqual([{ kind: 'card', id: y.id }])
    const present = await client.changes()
    expect([present.seq, present.cards.length]).toEqual([5, 1])
    own.clock.advance(60 * day)
    await sweepTombstones(own.world)
    for (const since of [0, 3]) expect((await send(`GET /api/changes?since=${since}`)).outcome).toBe(gone)
    // It knows of the deletion.
    expect((await send('GET /api/changes?since=4')).body.cards).toHaveLength(1)
    await own.stop()
  })
})
