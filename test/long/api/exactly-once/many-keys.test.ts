import { expect, test } from 'vitest'
import { newcomer } from '../../../api/exactly-once/people.ts'
import { outsider } from '../../../support/databases/engine.ts'
import { inboard } from '../../../support/service/shared.ts'

test('up to 100,000 keys of an account are kept', async () => {
  const { user, send } = await newcomer()
  const stranger = await outsider(inboard.world.config.database)
  const now = new Date(inboard.clock.now()).toISOString()
  const numbers = 'with recursive n (i) as (select 1 union all select i + 1 from n where i < 100000)'
  await stranger.run(`${numbers} insert into idempotency_keys (owner_id, key, number, request, created_id, created_at)
    select '${user.id}', 'bulk-' || i, i, 'x', null, '${now}' from n`)
  await stranger.close()
  const { db } = inboard.world
  const keys = async () => {
    const [found] = await db.all<{ count: number; oldest: number }>`
      select count(*) as count, min(number) as oldest from idempotency_keys where owner_id = ${user.id}`
    return [found?.count, found?.oldest]
  }
  for (let round = 0; round < 3; round++) await send('DELETE /api/bin', { key: `new-${round}` })
  expect(await keys()).toEqual([100_000, 4])
  expect(await send('DELETE /api/bin', { key: 'new-0' })).toMatchObject({ isReplay: true })
  expect((await send('DELETE /api/bin', { key: 'bulk-4' })).outcome).toBe('422 idempotency_key_reused')
  expect(await send('DELETE /api/bin', { key: 'bulk-3' })).toMatchObject({ status: 204, isReplay: false })
})
