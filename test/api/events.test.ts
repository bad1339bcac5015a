import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../../src/client/client.ts'
import type { Changes } from '../../src/contract/feed.ts'
import { setColumn } from '../../src/server/cards/set-column.ts'
import { outsider } from '../support/databases/engine.ts'
import { newDataFolder } from '../support/machine/folders.ts'
import { freePort } from '../support/network/free-port.ts'
import { fillInbox } from '../support/service/filling.ts'
import { eventually, type SignedIn, startTestInboard, type TestInboard } from '../support/service/inboard.ts'
import {
  askForStream,
  type OpenStream,
  openStream,
  type StreamOptions,
} from '../support/service/open-stream.ts'
import { Replica } from '../support/service/replica.ts'
import { times } from '../support/service/sending.ts'

let inboard: TestInboard
beforeAll(async () => {
  inboard = await startTestInboard()
})
afterAll(() => inboard.stop())

const inbox = { project_id: null, status_id: null }
const nothing = { projects: [], statuses: [], cards: [], positions: [], deleted: [] }

const listen = ({ token }: Pick<SignedIn, 'token'>, options: StreamOptions = {}, at = inboard) =>
  openStream(at.url, { token, ...options })
const ended = (stream: OpenStream) => eventually(() => stream.isEnded() || undefined, 'the end of the stream')
const problemOf = async (stream: OpenStream) => {
  await ended(stream)
  const { status, code } = JSON.parse(stream.text())
  return `${status} ${code}`
}

describe('a stream', () => {
  test('begins at once, and says that nothing may hold it up or store it', async () => {
    const ada = await inboard.signIn()
    const stream = await listen(ada)
    expect(stream.status).toBe(200)
    expect(stream.headers).toMatchObject({
      'content-type': expect.stringMatching(/^text\/event-stream/),
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    expect(stream.headers['content-encoding']).toBeUndefined()
    await eventually(() => stream.text() || undefined, 'its first bytes')
    expect(stream.events()).toEqual([])
    stream.close()
  })

  test('goes on from now, if nothing else is said', async () => {
    const { client, token } = await inboard.signIn()
    await client.addInboxCard({ text: 'before' })
    const stream = await listen({ token })
    const { card } = await client.addInboxCard({ text: 'after' })
    const { project } = await client.addProject({ title: 'P' })
    const told = await stream.until(3)
    const cards = told.flatMap((changes) => changes.cards)
    expect([cards, told.flatMap(({ projects }) => projects)]).toEqual([[card], [project]])
    stream.close()
  })

  test('has events that are named, carry their number, and say what GET /api/changes says', async () => {
    const { client, token } = await inboard.signIn()
    const stream = await listen({ token })
    const [{ card }, { card: other }] = [
      await client.addInboxCard({ text: 'x' }),
      await client.addInboxCard({ text: 'y' }),
    ]
    await stream.until(2)
    let from = 2
    const deeds: (() => Promise<unknown>)[] = [
      () => client.editCard({ id: card.id, text: 'a\nb\r\nc: d\n\ndata: e' }),
      () => client.setColumn({ ...inbox, card_ids: [other.id, card.id] }),
      () => client.removeCard({ id: card.id }),
      () => client.purge({ id: card.id }),
      () => client.batch({ operations: [{ method: 'POST', path: '/api/inbox/cards', body: { text: 'z' } }] }),
    ]
    for (const deed of deeds) {
      await deed()
      await stream.until(from + 1)
      const { event, id, changes } = stream.events().at(-1) ?? expect.unreachable()
      expect([event, id]).toEqual(['changes', String(from + 1)])
      expect(changes).toEqual(await client.changes({ since: from }))
      from++
    }
    // The purge is a number with nothing in it.
    expect(stream.events().find(({ id }) => id === '6')?.changes).toEqual({ ...nothing, seq: 6, more: false })
    stream.close()
  })

  test('is silent about what changes nothing, what fails, and what others do', async () => {
    const [ada, bob] = [await inboard.signIn(), await inboard.signIn()]
    const { card } = await ada.client.addInboxCard({ text: 'x' })
    const stream = await listen(ada)
    await bob.client.addInboxCard({ text: 'his' })
    await ada.client.editCard({ id: card.id, text: 'x' })
    await ada.client.emptyBin()
    await ada.client.removeCard({ id: 'none' }).catch(() => {})
    await ada.client.editCard({ id: card.id, text: 'y' })
    const told = await stream.until(2)
    expect(told.map(({ seq, cards }) => [seq, cards.length])).toEqual([[2, 1]])
    stream.close()
  })

  test('goes on from a number, and the header wins', async () => {
    const { client, token } = await inboard.signIn()
    for (const text of ['a', 'b', 'c', 'd']) await client.addInboxCard({ text })
    const textsFrom = async (options: StreamOptions) => {
      const stream = await listen({ token }, options)
      const told = await stream.until(4)
      stream.close()
      return told.flatMap(({ cards }) => cards.map(({ text }) => text)).join('')
    }
    expect(await textsFrom({ since: 0 })).toBe('abcd')
    expect(await textsFrom({ since: 2 })).toBe('cd')
    expect(await textsFrom({ lastEventId: '3' })).toBe('d')
    expect(await textsFrom({ since: 0, lastEventId: '3' })).toBe('d')
    expect(await textsFrom({ since: 999, lastEventId: '0' })).toBe('abcd')
    expect(await textsFrom({ since: 3, lastEventId: '' })).toBe('d')
    const present = await listen({ token }, { since: 4 })
    await client.addInboxCard({ text: 'e' })
    expect((await present.until(5)).map(({ cards }) => cards.length)).toEqual([1])
    present.close()
  })

  test('is refused where it cannot go on', async () => {
    const ada = await inboard.signIn()
    for (const text of ['a', 'b', 'c']) await ada.client.addInboxCard({ text })
    const stranger = await outsider(inboard.world.config.database)
    await stranger.run(`update counters set oldest = 2 where owner_id = '${ada.user.id}'`)
    await stranger.close()
    const refused: [string, StreamOptions][] = [
      ['410 cursor_gone', { since: 4 }],
      ['410 cursor_gone', { since: 1 }],
      ['410 cursor_gone', { since: '9'.repeat(25) }],
      ['410 cursor_gone', { lastEventId: '4' }],
      ['410 cursor_gone', { lastEventId: '1', since: 3 }],
      ['410 cursor_gone', { lastEventId: 'x' }],
      ['410 cursor_gone', { lastEventId: '-1' }],
      ['410 cursor_gone', { lastEventId: '2.5' }],
      ['410 cursor_gone', { lastEventId: '9'.repeat(25) }],
      ['422 validation_failed', { since: 'x' }],
      ['422 validation_failed', { since: -1 }],
      ['401 unauthenticated', { token: 'none' }],
      ['401 unauthenticated', { token: '', since: 'x' }],
    ]
    for (const [outcome, options] of refused)
      expect([options, await problemOf(await listen(ada, options))]).toEqual([options, outcome])
    const stream = await listen(ada, { since: 2 })
    expect((await stream.until(3)).flatMap(({ cards }) => cards)).toHaveLength(1)
    stream.close()
  })

  test('catches up page by page, however far behind it is', async () => {
    const ada = await inboard.signIn()
    await fillInbox(inboard, ada, 2100)
    const stream = await listen(ada, { since: 0 })
    const told = await stream.until(2101)
    expect(told.map(({ more }) => more)).toEqual([true, true, false])
    expect(stream.events().map(({ id }) => id)).toEqual(told.map(({ seq }) => String(seq)))
    const replica = new Replica()
    for (const changes of told) replica.apply(changes)
    expect(replica.state).toEqual(Replica.of(await ada.client.changes()).state)
    stream.close()
  })

  test('misses nothing and repeats nothing, though it breaks again and again', async () => {
    const { client, token } = await inboard.signIn()
    const writing = (async () => {
      const ids: string[] = []
      for (let round = 0; round < 60; round++) {
        if (round % 5 === 4) await client.removeCard({ id: ids.pop() ?? '' })
        else ids.push((await client.addInboxCard({ text: `${round}`, position: 0 })).card.id)
      }
    })()
    const replica = new Replica()
    const seen: number[] = []
    let reached = '0'
    while (reached !== '60') {
      const stream = await listen({ token }, { lastEventId: reached })
      await eventually(() => stream.events()[0], 'an event')
      stream.close()
      for (const { changes, id } of stream.events()) {
        replica.apply(changes)
        seen.push(changes.seq)
        reached = id
      }
    }
    await writing
    expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => a - b))
    expect(replica.state).toEqual(Replica.of(await client.changes()).state)
  })
})

describe('of one account', () => {
  test('20 streams are open at most, of however many are opened at once', async () => {
    const [ada, bob] = [await inboard.signIn(), await inboard.signIn()]
    const streams = await Promise.all(times(30, () => listen(ada)))
    const open = streams.filter(({ status }) => status === 200)
    const refused = streams.filter(({ status }) => status !== 200)
    expect([open.length, refused.length]).toEqual([20, 10])
    for (const stream of refused) {
      expect(await problemOf(stream)).toBe('429 rate_limited')
      expect(Number(stream.headers['retry-after'])).toBeGreaterThan(0)
    }
    const his = await listen(bob)
    expect(his.status).toBe(200)
    await ada.client.addInboxCard({ text: 'x' })
    for (const stream of open) expect(await stream.until(1)).toHaveLength(1)
    // The place of one that is closed is free again.
    open[0]?.close()
    const next = await eventually(async () => {
      const stream = await listen(ada)
      return stream.status === 200 ? stream : undefined
    }, 'a free place')
    expect((await listen(ada)).status).toBe(429)
    for (const stream of [...open, next, his]) stream.close()
  })

  test('those that leave before they have begun hold no place', async () => {
    const ada = await inboard.signIn()
    for (let round = 0; round < 6; round++) {
      const asked = times(10, () => askForStream(inboard.url, { token: ada.token, since: 0 }))
      // After the request has been sent, and before its answer has come.
      await Promise.all(asked.map((one) => new Promise((resolve) => one.on('finish', resolve))))
      for (const one of asked) setTimeout(() => one.destroy(), Math.random() * 8)
      await Promise.all(asked.map((one) => new Promise((resolve) => one.on('close', resolve))))
    }
    await eventually(async () => {
      const streams = await Promise.all(times(20, () => listen(ada)))
      for (const stream of streams) stream.close()
      return streams.every(({ status }) => status === 200) || undefined
    }, 'twenty free places')
  })
})

describe.concurrent('it ends', () => {
  test('when its session does', async () => {
    const own = await startTestInboard({ SESSION_TTL: '60' })
    const ada = await own.signIn()
    const stream = await listen(ada, {}, own)
    await ada.client.addInboxCard({ text: 'x' })
    await stream.until(1)
    own.clock.advance(61_000)
    await ended(stream)
    expect((await listen(ada, { lastEventId: '1' }, own)).status).toBe(401)
    await own.stop()
  })

  test('when the server goes, which waits for no stream; and the client goes on when it is back', async () => {
    const folder = newDataFolder()
    const environment = { PORT: String(await freePort()) }
    const before = await startTestInboard(environment, folder)
    const { client, token } = await before.signIn()
    const stream = await listen({ token }, {}, before)
    const ours = createClient({ baseUrl: before.url, token: () => token })
    const told: Changes[] = []
    const leaving = new AbortController()
    const following = (async () => {
      for await (const changes of ours.events({ since: 0 }, { signal: leaving.signal })) told.push(changes)
    })()
    await client.addInboxCard({ text: 'before' })
    await eventually(() => told.at(-1)?.seq === 1 || undefined, 'the first change')
    await before.stop()
    await ended(stream)
    const after = await startTestInboard(environment, folder)
    await after.client(token).addInboxCard({ text: 'after' })
    await eventually(() => told.at(-1)?.seq === 2 || undefined, 'the second change')
    const cards = told.flatMap(({ cards }) => cards.map(({ text }) => text))
    expect([told.map(({ seq }) => seq), cards]).toEqual([
      [1, 2],
      ['before', 'after'],
    ])
    leaving.abort()
    await following
    await after.stop()
    rmSync(folder, { recursive: true, force: true })
  })
})

test('a change that another instance made arrives, too', async () => {
  const folder = newDataFolder()
  const [one, other] = [await startTestInboard({}, folder), await startTestInboard({}, folder)]
  const { token, client } = await one.signIn()
  const streams = [await listen({ token }, {}, one), await listen({ token }, {}, other)]
  await client.addInboxCard({ text: 'here' })
  await other.client(token).addInboxCard({ text: 'there' })
  await client.emptyBin()
  for (const stream of streams) {
    const told = await stream.until(2)
    expect(told.flatMap(({ cards }) => cards.map(({ text }) => text))).toEqual(['here', 'there'])
    stream.close()
  }
  await Promise.all([one.stop(), other.stop()])
  rmSync(folder, { recursive: true, force: true })
})

test('whoever does not read makes the server queue nothing, and gets what there is in the end', async () => {
  const ada = await inboard.signIn()
  const { client } = ada
  // Each time they all go to another column, there are three megabytes to tell.
  await fillInbox(inboard, ada, 400, '🪴'.repeat(2000))
  const { project } = await client.addProject({ title: 'P' })
  const { statuses } = await client.listStatuses({ project_id: project.id })
  const columns = statuses.map(({ id }) => ({ project_id: project.id, status_id: id }))
  const card_ids = times(400, (index) => `card-${index + 1}`)
  const stream = await listen(ada)
  stream.pause()
  const moves = 9
  for (let round = 0; round < moves; round++)
    await setColumn(inboard.world, { ownerId: ada.user.id }, { ...(columns[round % 3] ?? inbox), card_ids })
  const { seq } = await client.changes()
  stream.resume()
  const told = await stream.until(seq)
  expect(told.length).toBeLessThan(moves)
  expect(told.at(-1)?.cards).toHaveLength(400)
  stream.close()
})
