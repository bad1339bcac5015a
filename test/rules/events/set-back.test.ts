import { describe, expect, onTestFinished, test } from 'vitest'
import { listChanges } from '../../../src/server/feed/changes.ts'
import { createStreams, type Sink } from '../../../src/server/feed/streams.ts'
import { eventOf } from '../../../src/server/http/event-stream.ts'
import { ended, listen, problemOf } from '../../api/events/listening.ts'
import { outsider } from '../../support/databases/engine.ts'
import { eventually, type SignedIn } from '../../support/service/inboard.ts'
import { inboard } from '../../support/service/shared.ts'

/** What remains of a failover to a standby that had not got the last writes, as far as streams can see. */
async function setBack({ user }: SignedIn, seq: number): Promise<void> {
  const stranger = await outsider(inboard.world.config.database)
  await stranger.run(`update counters set seq = ${seq} where owner_id = '${user.id}'`)
  await stranger.close()
}

describe('when the database has lost writes', () => {
  test('streams that have seen lost numbers end, and their clients start over', async () => {
    const [ada, bob] = [await inboard.signIn(), await inboard.signIn()]
    for (const { client } of [ada, bob])
      for (const text of ['a', 'b', 'c']) await client.addInboxCard({ text })
    const [hers, his] = [await listen(ada), await listen(bob)]
    await setBack(ada, 1)
    await ended(hers)
    expect(await problemOf(await listen(ada, { lastEventId: '3' }))).toBe('410 cursor_gone')
    // The number is the present one for whoever comes now.
    const next = await listen(ada, { since: 1 })
    await ada.client.addInboxCard({ text: 'd' })
    expect((await next.until(2)).flatMap(({ cards }) => cards.map(({ text }) => text))).toContain('d')
    await bob.client.addInboxCard({ text: 'd' })
    await his.until(4)
    expect(his.isEnded()).toBe(false)
    for (const stream of [next, his]) stream.close()
  })
})

test('a read that is out of date ends no stream', async () => {
  const { db } = inboard.world
  const { client, user } = await inboard.signIn()
  for (const text of ['a', 'b', 'c']) await client.addInboxCard({ text })
  let asked = 0
  const streams = createStreams(
    {
      ...db,
      othersMayHaveWritten: () => true,
      // As a standby that lags behind would answer.
      news: async (known) => {
        asked++
        return known.map(({ owner_id, seq }) => ({ owner_id, seq: seq - 1 }))
      },
    },
    async (ownerId, since) => {
      const { seq, more } = await listChanges(db, ownerId, since)
      return { seq, more, event: eventOf(seq, '{}') }
    },
  )
  onTestFinished(() => streams.close())
  const heard: string[] = []
  const sink: Sink = {
    isReady: () => true,
    unsent: () => 0,
    send: async ({ plain }) => void heard.push(plain.toString()),
    end: () => heard.push('end'),
  }
  const { seq, begin } = await streams.open(user.id, undefined)
  expect(seq).toBe(3)
  const { stop } = begin(sink)
  await eventually(() => asked >= 4 || undefined, 'four answers that are out of date')
  await client.addInboxCard({ text: 'd' })
  await eventually(() => heard.length > 0 || undefined, 'the next change')
  expect(heard).toEqual([eventOf(4, '{}').plain.toString()])
  stop()
})

test('a stream whose client has missed a page ends', async () => {
  const { db } = inboard.world
  const { client, user } = await inboard.signIn()
  const streams = createStreams(db, async (_ownerId, since) => {
    const seq = since + 1
    return { seq, more: false, event: eventOf(seq, '{}') }
  })
  onTestFinished(() => streams.close())
  let isEnded = false
  const { begin } = await streams.open(user.id, undefined)
  const { stop } = begin({
    isReady: () => !isEnded,
    unsent: () => 0,
    send: () => Promise.reject(new Error('there is no memory to compress it')),
    end() {
      isEnded = true
    },
  })
  await client.addInboxCard({ text: 'a' })
  await eventually(() => isEnded || undefined, 'its end')
  stop()
})
