import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuditEvent, auditEvents } from '../../../src/server/common/audit.ts'
import { startTestInboard, type TestInboard } from '../../support/service/inboard.ts'
import { open, unknownToken } from './trail.ts'

let inboard: TestInboard
beforeAll(async () => {
  inboard = await startTestInboard()
})
afterAll(() => inboard.stop())

test('the audit trail shows what was ended, created and deleted, and by whom', async () => {
  const { client, user } = await inboard.signInByMail()
  const told = async (deed: Promise<unknown>) => {
    const before = inboard.trail.length
    await deed
    return inboard.trail
      .slice(before)
      .map(({ event, user_id, outcome }) => [event, user_id === user.id, outcome])
  }
  const { api_token } = await client.makeApiToken({ label: 'Shell', scope: 'read' })
  expect(inboard.trail.at(-1)).toMatchObject({ event: 'token_made', user_id: user.id, outcome: 'ok' })
  expect(await told(client.revokeApiToken({ id: api_token.id }))).toEqual([['token_revoked', true, 'ok']])
  expect(await told(client.revokeApiToken({ id: api_token.id }).catch(() => {}))).toEqual([])
  expect(await told(client.endOtherSessions())).toEqual([['other_sessions_ended', true, 'ok']])

  await client.requestAddressChange({ email: 'declined@example.com' })
  const declined = inboard.client().declineLink({ token: await inboard.linkTo('declined@example.com') })
  expect(await told(declined)).toEqual([['address_change', true, 'declined']])

  inboard.clock.advance(61_000)
  await client.requestAddressChange({ email: 'withdrawn@example.com' })
  expect(await told(client.withdrawAddressChange())).toEqual([['address_change', true, 'withdrawn']])
  expect(await told(client.withdrawAddressChange())).toEqual([])
  await inboard.client().requestLink({ email: user.email })
  const token = await inboard.linkTo(user.email, 2)
  const opening = inboard.client().openLink({ token, end_other_access: true })
  expect(await told(opening)).toEqual([
    ['other_access_ended', true, 'ok'],
    ['sign_in_by_link', true, 'ok'],
  ])
  const again = inboard.client((await opening).token)
  expect(await told(again.leave({ email: user.email }))).toEqual([['account_deleted', true, 'ok']])
  const { client: leaving } = await inboard.signInByMail()
  expect(await told(leaving.endSession({ id: 'current' }))).toEqual([['session_ended', false, 'ok']])
})

test('the metrics count its lines by event and outcome', async () => {
  const counted = async (event: AuditEvent, outcome: string) => {
    const { text } = await inboard.request('GET', '/metrics')
    const line = `inboard_audit_events_total{event="${event}",outcome="${outcome}"} `
    return Number(
      text
        .split('\n')
        .find((one) => one.startsWith(line))
        ?.slice(line.length) ?? 0,
    )
  }
  const before = [await counted('sign_in_by_link', 'ok'), await counted('sign_in_by_link', 'token_unknown')]
  await inboard.signIn()
  await open(unknownToken, inboard)
  await open(unknownToken, inboard)
  expect([await counted('sign_in_by_link', 'ok'), await counted('sign_in_by_link', 'token_unknown')]).toEqual(
    [(before[0] ?? 0) + 1, (before[1] ?? 0) + 2],
  )
  const { text } = await inboard.request('GET', '/metrics')
  expect(text).toMatch(/^# TYPE inboard_audit_events_total counter$/m)
})

test('its names are stable', () => {
  expect(auditEvents).toEqual([
    'sign_in_by_link',
    'sign_in_by_passkey',
    'address_change_asked',
    'address_change',
    'passkey_added',
    'passkey_removed',
    'session_ended',
    'other_sessions_ended',
    'other_access_ended',
    'token_made',
    'token_revoked',
    'client_allowed',
    'client_refused',
    'account_deleted',
  ])
})
