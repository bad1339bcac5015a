import { expect, test } from 'vitest'
import { newcomer, nothing } from '../api/changes/people.ts'
import { sender } from '../support/service/sending.ts'
import { inboard } from '../support/service/shared.ts'

test('accepts a whole number from 0 on, or none, from anyone signed in', async () => {
  const { send } = await newcomer()
  for (const since of ['', '-1', '1.5', 'x', '0x1', '1e1', '%201', '0&since=0'])
    expect([since, (await send(`GET /api/changes?since=${since}`)).outcome]).toEqual([
      since,
      '422 validation_failed',
    ])
  expect((await sender(inboard, undefined)('GET /api/changes?since=x')).outcome).toBe('401 unauthenticated')
  const { headers, body } = await send('GET /api/changes?since=0&other=1')
  expect([headers.get('cache-control'), body]).toEqual(['no-store', { seq: 0, more: false, ...nothing }])
})
