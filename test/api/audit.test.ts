import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AuditEvent, auditEvents } from '../../src/server/audit.ts'
import { Ceremonies } from '../support/authenticator/ceremonies.ts'
import {
  codeOfRefusal,
  type SignedIn,
  startTestInboard,
  type TestInboard,
} from '../support/service/inboard.ts'

let inboard: TestInboard
let ceremonies: Ceremonies
beforeAll(async () => {
  inboard = await startTestInboard()
  ceremonies = new Ceremonies(inboard)
})
beforeEach(() => {
  inboard.trail.length = 0
})
afterAll(() => inboard.stop())

const minute = 60_000
const unknownToken = 'x'.repeat(43)

/** What the trail says, less the level and the time. */
const trail = () =>
  inboard.trail.map(({ event, user_id, outcome }) => `${event} ${user_id ?? 'nobody'} ${outcome}`)

const open = (token: string) => codeOfRefusal(inboard.client().openLink({ token }))

async function newLink(email: string): Promise<string> {
  const before = inboard.mails().filter(({ to }) => to === email).length
  await inboard.client().requestLink({ email })
  return await inboard.linkTo(email, before + 1)
}

/** Asks for a change of address, and answers with the token of the link. */
async function change({ client }: SignedIn, email: string): Promise<string> {
  const before = inboard.mails().filter(({ to }) => to === email).length
  await client.requestAddressChange({ email })
  return await inboard.linkTo(email, before + 1)
}

describe('the audit trail has a line for', () => {
  test('a sign-in by link, with its members and no others', async () => {
    const { user } = await inboard.signInByMail()
    expect(inboard.trail).toEqual([
      {
        level: 30,
        time: expect.any(Number),
        pid: expect.any(Number),
        hostname: expect.any(String),
        event: 'sign_in_by_link',
        user_id: user.id,
        outcome: 'ok',
        client: '127.0.0.0/24',
        msg: 'audit',
      },
    ])
  })

  test('a link that is refused, with whose it is if that is known', async () => {
    const used = await newLink('refused@example.com')
    const { user } = await inboard.client().openLink({ token: used })
    inboard.trail.length = 0
    expect(await open(used)).toBe('token_used')
    inboard.clock.advance(minute)
    const expired = await newLink('refused@example.com')
    inboard.clock.advance(15 * minute)
    expect(await open(expired)).toBe('token_expired')
    expect(await open(unknownToken)).toBe('token_unknown')
    expect(trail()).toEqual([
      `sign_in_by_link ${user.id} token_used`,
      `sign_in_by_link ${user.id} token_expired`,
      'sign_in_by_link nobody token_unknown',
    ])
  })

  test('each of many that open one link', async () => {
    const token = await newLink('opened-by-many@example.com')
    await Promise.all(Array.from({ length: 10 }, () => open(token)))
    const outcomes = inboard.trail.map(({ outcome }) => outcome)
    expect(outcomes.toSorted()).toEqual(['ok', ...Array(9).fill('token_used')])
  })

  test('a passkey that is added, signs in, is refused and is removed', async () => {
    const { person, passkey, registered } = await ceremonies.holder()
    const { id } = person.user
    await ceremonies.signIn(passkey)
    await ceremonies.signIn(passkey, { counter: 0 })
    const unregistered = ceremonies.newPasskey()
    unregistered.attest(await ceremonies.startRegistration(person))
    await ceremonies.signIn(unregistered)
    const spent = passkey.assert(await ceremonies.startSignIn())
    await ceremonies.finishSignIn(spent)
    await ceremonies.finishSignIn(spent)
    await person.client.removePasskey({ id: registered.id })
    expect(await codeOfRefusal(person.client.removePasskey({ id: registered.id }))).toBe('not_found')
    expect(trail()).toEqual([
      `sign_in_by_link ${id} ok`,
      `passkey_added ${id} ok`,
      `sign_in_by_passkey ${id} ok`,
      `sign_in_by_passkey ${id} passkey_invalid`,
      'sign_in_by_passkey nobody passkey_invalid',
      `sign_in_by_passkey ${id} ok`,
      'sign_in_by_passkey nobody challenge_invalid',
      `passkey_removed ${id} ok`,
    ])
  })

  test('a change of address that is asked for, refused and made', async () => {
    const person = await inboard.signInByMail()
    const other = await inboard.signInByMail()
    inboard.trail.length = 0
    const { id } = person.user
    const taken = await change(person, other.user.email)
    expect(await codeOfRefusal(person.client.requestAddressChange({ email: 'soon@example.com' }))).toBe(
      'throttled',
    )
    expect(await open(taken)).toBe('email_taken')
    inboard.clock.advance(minute)
    expect(await open(await change(person, 'changed@example.com'))).toBe('accepted')
    expect(trail()).toEqual([
      `address_change_asked ${id} ok`,
      `address_change_asked ${id} throttled`,
      `address_change ${id} email_taken`,
      `sign_in_by_link ${id} email_taken`,
      `address_change_asked ${id} ok`,
      `address_change ${id} ok`,
      `sign_in_by_link ${id} ok`,
    ])
  })

  test('nothing that makes no sense, and nothing that is only read', async () => {
    const { client, token, user } = await inboard.signInByMail()
    inboard.trail.length = 0
    await inboard.request('POST', '/api/auth/verify-email', { body: { token: '' } })
    await inboard.request('POST', '/api/auth/verify-email', { body: 'nonsense' })
    await inboard.request('POST', '/api/auth/passkey/verify', { body: {} })
    await inboard.request('POST', '/api/email/change', { token, body: { email: user.email } })
    await inboard.request('GET', '/api/me')
    await client.readMe()
    await client.addInboxCard({ text: 'Water the plants' })
    expect(inboard.trail).toEqual([])
  })
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
  await inboard.signInByMail()
  await open(unknownToken)
  await open(unknownToken)
  expect([await counted('sign_in_by_link', 'ok'), await counted('sign_in_by_link', 'token_unknown')]).toEqual(
    [(before[0] ?? 0) + 1, (before[1] ?? 0) + 2],
  )
  const { text } = await inboard.request('GET', '/metrics')
  expect(text).toMatch(/^# TYPE inboard_audit_events_total counter$/m)
})

test('no line of it holds an address, a token or a link', async () => {
  const { person, passkey } = await ceremonies.holder()
  await ceremonies.signIn(passkey)
  const token = await change(person, 'no-secret@example.com')
  await open(token)
  await open(token)
  const text = JSON.stringify(inboard.trail)
  expect(inboard.trail).toHaveLength(7)
  for (const secret of ['@', 'example.com', token, person.token, passkey.credentialId, 'http', '?token'])
    expect(text).not.toContain(secret)
})

describe('the client in it', () => {
  test.each([
    ['', '192.0.2.77', '192.0.2.0/24'],
    ['truncated', '::ffff:192.0.2.77', '192.0.2.0/24'],
    ['truncated', '2001:db8:1234:5678::9', '2001:db8:1234::/48'],
    ['full', '192.0.2.77', '192.0.2.77'],
    ['full', '2001:0DB8::0:9', '2001:db8::9'],
    ['none', '192.0.2.77', null],
    ['full', 'ada@example.com', null],
  ])('with LOG_ADDRESSES=%s and %s is %s', async (LOG_ADDRESSES, ip, expected) => {
    const behindProxy = await startTestInboard({ LOG_ADDRESSES, TRUST_PROXY: '1' })
    try {
      await behindProxy.request('POST', '/api/auth/verify-email', {
        body: { token: unknownToken },
        headers: { 'x-forwarded-for': ip },
      })
      expect(behindProxy.trail.map(({ client }) => client)).toEqual([expected])
    } finally {
      await behindProxy.stop()
    }
  })
})

test('tells what was ended, made and deleted, and by whom', async () => {
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
    'account_deleted',
  ])
})
