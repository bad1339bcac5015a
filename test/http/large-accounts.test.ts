import { expect, test } from 'vitest'
import { sweepBin } from '../../src/server/bin/bin.ts'
import { newcomer } from '../api/large/people.ts'
import { startTestInboard } from '../support/service/inboard.ts'
import { inboard } from '../support/service/shared.ts'

test('the worker for large accounts goes by the same clock', async () => {
  const own = await startTestInboard({ SESSION_TTL: '90d' })
  const { client, send } = await newcomer('x', own)
  own.clock.advance(5 * 86_400_000)
  await send('DELETE /api/cards/card-1')
  const [item] = (await client.listBin()).items
  expect(Math.abs(Date.parse(item?.deleted_at ?? '') - own.clock.now())).toBeLessThan(600_000)
  own.clock.advance(31 * 86_400_000)
  expect((await client.listBin()).items).toEqual([])
  await sweepBin(own.world)
  expect((await send('POST /api/bin/card-1/restore')).outcome).toBe('404 not_found')
  await own.stop()
})

test('of a large account, too, a minimal answer has no more than its number', async () => {
  const { token, client } = await newcomer()
  const [, second] = (await client.listInboxCards()).cards
  const body = { project_id: null, status_id: null, card_ids: [second?.id], moved: [second?.id] }
  const headers = { prefer: 'return=minimal' }
  const alone = await inboard.request('PUT', '/api/cards/order', { token, body, headers })
  expect([alone.status, alone.body]).toEqual([204, undefined])
  const seq = Number(alone.headers.get('inboard-seq'))
  const operations = [{ method: 'PUT', path: '/api/cards/order', body }]
  const batch = await inboard.request('POST', '/api/batch', { token, body: { operations }, headers })
  expect(batch.body).toEqual({ results: [{ status: 200, seq }] })
  expect((await client.listInboxCards()).cards[0]?.id).toBe(second?.id)
})
