import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Card } from '../../src/contract/card.ts'
import { sweepBin } from '../../src/server/bin/bin.ts'
import { fillInbox } from '../support/service/filling.ts'
import { eventually, startTestInboard, type TestInboard } from '../support/service/inboard.ts'
import { openStream } from '../support/service/open-stream.ts'
import { sender, times } from '../support/service/sending.ts'

let inboard: TestInboard
beforeAll(async () => {
  inboard = await startTestInboard({ SESSION_TTL: '90d' })
})
afterAll(() => inboard.stop())

const count = 1200
const inbox = { project_id: null, status_id: null }

/** Somebody whose requests are partly carried out by another thread. */
async function newcomer(text = 'x') {
  const person = await inboard.signIn()
  await fillInbox(inboard, person, count, text)
  return { ...person, send: sender(inboard, person.token) }
}

const ids = (cards: Card[]) => cards.map(({ id }) => id)
const ranks = (cards: Card[]) => cards.map(({ position }) => position)

describe('a large account', () => {
  test('is answered as a small one', async () => {
    const { client, send } = await newcomer('Grüne Äpfel 🍎')
    const { cards } = await client.listInboxCards()
    expect(ranks(cards)).toEqual(times(count + 1, (index) => index))

    const everything = await client.changes()
    expect(everything.cards).toHaveLength(count + 1)
    const { project } = await client.addProject({ title: 'Garden' })
    expect(await client.changes({ since: everything.seq })).toMatchObject({ projects: [{ title: 'Garden' }] })
    expect((await client.searchCards({ q: 'apfel', limit: 3 })).cards).toHaveLength(3)
    expect((await client.listProjectCards({ project_id: project.id })).cards).toEqual([])
    expect((await client.listBin()).items).toEqual([])

    const added = await send('POST /api/inbox/cards', { body: { text: 'first', position: 0 } })
    expect([added.status, added.headers.get('location'), added.headers.get('etag')]).toEqual([
      201,
      `/api/cards/${added.body.card.id}`,
      `"${added.seq}"`,
    ])
    const order = { ...inbox, card_ids: ids(cards).toReversed() }
    const moved = await send('PUT /api/cards/order', { body: order })
    expect(ids(moved.body.cards)).toEqual([...order.card_ids, added.body.card.id])
    expect(ranks(moved.body.cards)).toEqual(times(count + 2, (index) => index))
    expect(moved.seq).toBe((await client.changes()).seq)

    const [last = ''] = order.card_ids
    await client.removeCard({ id: last })
    expect((await client.listBin()).items).toMatchObject([{ id: last, kind: 'card' }])
    const restored = await send(`POST /api/bin/${last}/restore`)
    expect([restored.body.card.position, restored.headers.get('etag')]).toEqual([0, `"${restored.seq}"`])
    expect(ids((await client.listInboxCards()).cards)).toEqual([...order.card_ids, added.body.card.id])
  })

  test('is refused as a small one', async () => {
    const { client, send } = await newcomer()
    const { cards } = await client.listInboxCards()
    const [first] = cards
    const outcome = async (...call: Parameters<typeof send>) => (await send(...call)).outcome
    expect(await outcome('GET /api/projects/none/cards')).toBe('404 not_found')
    expect(await outcome('GET /api/changes?since=100000')).toBe('410 cursor_gone')
    expect(await outcome('DELETE /api/cards/none')).toBe('404 not_found')
    expect(await outcome(`DELETE /api/cards/${first?.id}`, { ifMatch: '"0"' })).toBe('412 changed_meanwhile')
    const unknown = await send('PUT /api/cards/order', { body: { ...inbox, card_ids: ['none'] } })
    expect([unknown.outcome, unknown.body.detail]).toEqual([
      '404 not_found',
      'There is no such card: number 1 in "card_ids".',
    ])
    const placed = { body: { text: 'y', position: 0 } }
    expect(await outcome('POST /api/inbox/cards', { ...placed, key: first?.id ?? '' })).toBe('409 id_taken')
    const { seq } = await client.changes()
    expect(seq).toBe(count + 1)
  })

  test('is told of a repetition', async () => {
    const { send } = await newcomer()
    const placed = { body: { text: 'y', position: 0 }, key: crypto.randomUUID() }
    const first = await send('POST /api/inbox/cards', placed)
    const again = await send('POST /api/inbox/cards', placed)
    expect([first.outcome, first.isReplay, again.outcome, again.isReplay]).toEqual([
      '201',
      false,
      '201',
      true,
    ])
    await send(`DELETE /api/cards/${placed.key}`, { key: 'gone' })
    expect((await send(`DELETE /api/cards/${placed.key}`, { key: 'gone' })).isReplay).toBe(true)
    const late = await send('POST /api/inbox/cards', placed)
    expect([late.outcome, late.isReplay]).toEqual(['404 not_found', true])
  })

  test('has a batch of anything', async () => {
    const { client, send } = await newcomer()
    const { cards } = await client.listInboxCards()
    const card_ids = ids(cards).toReversed()
    const { body } = await send('POST /api/batch', {
      body: {
        operations: [
          { method: 'PUT', path: '/api/cards/order', body: { ...inbox, card_ids } },
          { method: 'POST', path: '/api/inbox/cards', body: { text: 'last' } },
          { method: 'POST', path: '/api/inbox/cards', body: { text: 'first', position: 0 } },
          { method: 'DELETE', path: '/api/cards/none' },
          { method: 'DELETE', path: `/api/cards/${card_ids[0]}` },
        ],
      },
    })
    expect(body.results.map(({ status }: { status: number }) => status)).toEqual([200, 201, 201, 404, 204])
    expect(ids(body.results[0].body.cards)).toEqual(card_ids)
    const texts = (await client.listInboxCards()).cards.map(({ text }) => text)
    expect([texts[0], texts.at(-1), texts.length]).toEqual(['first', 'last', count + 2])
  })

  test('goes by the same clock', async () => {
    const { client, send } = await newcomer()
    inboard.clock.advance(5 * 86_400_000)
    await send('DELETE /api/cards/card-1')
    const [item] = (await client.listBin()).items
    expect(Math.abs(Date.parse(item?.deleted_at ?? '') - inboard.clock.now())).toBeLessThan(600_000)
    inboard.clock.advance(31 * 86_400_000)
    expect((await client.listBin()).items).toEqual([])
    await sweepBin(inboard.world)
    expect((await send('POST /api/bin/card-1/restore')).outcome).toBe('404 not_found')
  })

  test('is followed, from its beginning and as it changes', async () => {
    const { token, client, send } = await newcomer()
    const { seq } = await client.changes()
    const [old, young] = await Promise.all([
      openStream(inboard.url, { token, since: 0 }),
      openStream(inboard.url, { token, since: seq }),
    ])
    const { body, seq: taken = 0 } = await send('POST /api/inbox/cards', { body: { text: 'y', position: 0 } })
    const heard = await young.until(taken)
    expect(heard.flatMap(({ cards }) => ids(cards))).toEqual([body.card.id])
    expect(heard.flatMap(({ positions }) => positions)).toHaveLength(count + 1)
    const all = (await old.until(taken)).flatMap(({ cards }) => ids(cards))
    expect(new Set(all).size).toBe(count + 2)
    for (const stream of [old, young]) stream.close()
  })

  test('has each of its lists as it was at one moment, while it changes', async () => {
    const { client } = await newcomer()
    const others = times(30, (index) => client.addInboxCard({ text: `${index}`, position: 0 }))
    const lists = await Promise.all(times(10, () => client.listInboxCards()))
    for (const { cards } of lists) expect(ranks(cards)).toEqual(times(cards.length, (index) => index))
    await Promise.all(others)
    expect((await client.listInboxCards()).cards).toHaveLength(count + 31)
  })

  test('can leave a project with all its cards in the bin, and have it back', async () => {
    const { client } = await newcomer()
    const { project } = await client.addProject({ title: 'Garden' })
    const { statuses } = await client.listStatuses({ project_id: project.id })
    const column = { project_id: project.id, status_id: statuses[1]?.id ?? '' }
    const { cards } = await client.listInboxCards()
    await client.setColumn({ ...column, card_ids: ids(cards) })
    await client.removeProject({ project_id: project.id })
    expect((await client.listBin()).items).toMatchObject([{ title: 'Garden', card_count: count + 1 }])
    await client.restore({ id: project.id })
    expect(ids((await client.listProjectCards({ project_id: project.id })).cards)).toEqual(ids(cards))
    await client.removeProject({ project_id: project.id })
    await client.emptyBin()
    expect(await client.changes()).toMatchObject({ cards: [], projects: [] })
  })
})

describe('however much one account asks for at once', () => {
  const head = (token: string, line: string, length?: number) =>
    `${line} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n${
      length === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${length}\r\n`
    }\r\n`

  function openConnection() {
    const socket = connect(Number(new URL(inboard.url).port), '127.0.0.1')
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
    })
    return { socket, heard: () => text }
  }

  test('every request is answered, in its order', async () => {
    const { token } = await newcomer()
    const { socket, heard } = openConnection()
    const cards = times(80, (index) => head(token, `GET /api/cards/card-${index + 1}`))
    socket.write([head(token, 'GET /api/inbox/cards'), ...cards, head(token, 'GET /api/me')].join(''))
    await eventually(() => heard().includes('"user":{') || undefined, 'the last answer')
    const answered = [...heard().matchAll(/\{"card":\{"id":"card-(\d+)"/g)].map(([, number]) =>
      Number(number),
    )
    expect(answered).toEqual(times(80, (index) => index + 1))
    expect(heard().match(/HTTP\/1\.1 200 /g)).toHaveLength(82)
    socket.destroy()
  })

  test('a connection is closed on which more than a hundred wait', async () => {
    const { token } = await newcomer()
    const { socket, heard } = openConnection()
    socket.on('error', () => {})
    const closed = new Promise((resolve) => socket.on('close', resolve))
    socket.write(head(token, 'GET /api/inbox/cards') + head(token, 'GET /api/me').repeat(300))
    await closed
    expect(heard()).not.toContain('"user":{')
  })

  test('those that are broken off, before and within and after their bodies, leave no trace', async () => {
    const { token, client } = await newcomer()
    const port = Number(new URL(inboard.url).port)
    const body = JSON.stringify({ ...inbox, card_ids: ids((await client.listInboxCards()).cards) })
    for (const sent of [0, 20_000, body.length]) {
      await Promise.all(
        times(20, async () => {
          const socket = connect(port, '127.0.0.1')
          socket.on('error', () => {})
          await new Promise((resolve) =>
            socket.write(head(token, 'PUT /api/cards/order', body.length) + body.slice(0, sent), resolve),
          )
          socket.destroy()
        }),
      )
    }
    for (let count = 0; count < 20; count++) {
      const outgoing = httpRequest(`${inboard.url}/api/inbox/cards`, {
        headers: { authorization: `Bearer ${token}` },
      })
      outgoing.on('error', () => {})
      outgoing.on('response', () => outgoing.destroy())
      outgoing.end()
    }
    // There is room for each kind of request.
    await client.setColumn({ ...inbox, card_ids: [] })
    expect((await client.listInboxCards()).cards).toHaveLength(count + 1)
    expect((await Promise.all(times(40, () => client.readMe()))).length).toBe(40)
  })
})
