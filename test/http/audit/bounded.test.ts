import { afterAll, expect, test } from 'vitest'
import { startTestInboard } from '../../support/service/inboard.ts'
import { open, unknownToken } from './trail.ts'

const inboard = await startTestInboard({ AUTH_RATE_LIMIT: '0' })
afterAll(() => inboard.stop())
const { audit } = inboard.world
const client = '192.0.2.7'

test('nobody can fill the disk with the audit trail, and everything is counted', async () => {
  inboard.trail.length = 0
  for (let time = 0; time < 5000; time++) {
    audit('token_made', { ownerId: 'ada', client })
    audit('sign_in_by_link', { ownerId: '', client }, 'token_unknown')
  }
  expect(inboard.trail.length).toBe(1100)
  // What is of another kind, or about another account, is still written.
  audit('passkey_added', { ownerId: 'ada', client })
  audit('token_made', { ownerId: 'bob', client })
  expect(inboard.trail.length).toBe(1102)
  expect(await open(unknownToken, inboard)).toBe('token_unknown')
  expect(inboard.trail.length).toBe(1102)
  expect(await inboard.metric('inboard_audit_events_total{event="token_made",outcome="ok"}')).toBe(5001)

  inboard.clock.advance(3_600_000)
  expect(await open(unknownToken, inboard)).toBe('token_unknown')
  expect(inboard.trail.slice(1102).map(({ event, user_id, more }) => [event, user_id, more])).toEqual([
    ['token_made', 'ada', 4900],
    ['sign_in_by_link', null, 4001],
    ['sign_in_by_link', null, undefined],
  ])
})
