import { expect, test } from 'vitest'
import { sweepBin } from '../../src/server/bin/bin.ts'
import { newcomer } from '../api/large/people.ts'
import { startTestInboard } from '../support/service/inboard.ts'

test('the thread that works for large accounts goes by the same clock', async () => {
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
