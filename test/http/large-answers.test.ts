import { afterEach, expect, test } from 'vitest'
import { newcomer } from '../api/large/people.ts'
import { openConnection } from '../support/network/open-connection.ts'
import { eventually } from '../support/service/inboard.ts'
import { longBodies, noLongBodies } from '../support/service/long-bodies.ts'
import { inboard } from '../support/service/shared.ts'

afterEach(noLongBodies)

/** As if answers that nobody has read yet filled the memory that there is for them. */
async function withFullMemory<T>(work: () => Promise<T>): Promise<T> {
  const ballast = Buffer.alloc(30_000_000)
  try {
    return await work()
  } finally {
    ballast.buffer.transfer(0)
  }
}

test.for(['identity', 'gzip', 'br', 'zstd'])(
  'an answer that has waited on the disk is the same, as %s',
  async (encoding) => {
    const { token } = await newcomer('x'.repeat(900))
    const list = () =>
      inboard.request('GET', '/api/inbox/cards', { token, headers: { 'accept-encoding': encoding } })
    const expected = await list()
    const answer = await withFullMemory(list)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual(expected.body)
    // It is compressed in parts, so that its length is known only if it isn't compressed.
    const length = encoding === 'identity' ? expected.headers.get('content-length') : null
    expect(answer.headers.get('content-length')).toBe(length)
  },
)

test('so is one that is part of a batch', async () => {
  const { token, client } = await newcomer('x'.repeat(900))
  const [, second] = (await client.listInboxCards()).cards
  const order = { project_id: null, status_id: null, card_ids: [second?.id], moved: [second?.id] }
  const operations = [{ method: 'PUT', path: '/api/cards/order', body: order }]
  const { body } = await withFullMemory(() =>
    inboard.request('POST', '/api/batch', { token, body: { operations } }),
  )
  const { results } = body as { results: { status: number; body: { cards: unknown } }[] }
  expect(results[0]?.status).toBe(200)
  expect(results[0]?.body.cards).toEqual((await client.listInboxCards()).cards)
})

test('an unread response waits on the disk, and is deleted with its connection', async () => {
  const { token } = await newcomer('x'.repeat(7_000))
  const { socket, send } = await openConnection(inboard.url)
  socket.pause()
  await withFullMemory(async () => {
    await send(`GET /api/inbox/cards HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`)
    await eventually(() => (longBodies() > 0 ? true : undefined), 'an answer on the disk')
  })
  socket.destroy()
})
