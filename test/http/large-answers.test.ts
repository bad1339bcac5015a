import { expect, test } from 'vitest'
import { newcomer } from '../api/large/people.ts'
import { inboard } from '../support/service/shared.ts'

test.for(['gzip', 'br', 'zstd'])('the answer of a worker is the same as %s', async (encoding) => {
  const { token } = await newcomer('x'.repeat(900))
  const list = (headers: Record<string, string>) =>
    inboard.request('GET', '/api/inbox/cards', { token, headers })
  const expected = await list({ 'accept-encoding': 'identity' })
  const answer = await list({ 'accept-encoding': encoding })
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual(expected.body)
})

test('the answer of a worker is the same in a batch', async () => {
  const { token, client } = await newcomer('x'.repeat(900))
  const [, second] = (await client.listInboxCards()).cards
  const order = { project_id: null, status_id: null, card_ids: [second?.id], moved: [second?.id] }
  const operations = [{ method: 'PUT', path: '/api/cards/order', body: order }]
  const { body } = await inboard.request('POST', '/api/batch', { token, body: { operations } })
  const { results } = body as { results: { status: number; body: { cards: unknown } }[] }
  expect(results[0]?.status).toBe(200)
  expect(results[0]?.body.cards).toEqual((await client.listInboxCards()).cards)
})
