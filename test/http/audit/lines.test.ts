import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Ceremonies } from '../../support/authenticator/ceremonies.ts'
import { codeOfRefusal, startTestInboard, type TestInboard } from '../../support/service/inboard.ts'
import { change, linesOf, newLink, open, unknownToken } from './trail.ts'

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
    const used = await newLink('refused@example.com', inboard)
    const { user } = await inboard.client().openLink({ token: used })
    inboard.trail.length = 0
    expect(await open(used, inboard)).toBe('token_used')
    inboard.clock.advance(minute)
    const expired = await newLink('refused@example.com', inboard)
    inboard.clock.advance(15 * minute)
    expect(await open(expired, inboard)).toBe('token_expired')
    expect(await open(unknownToken, inboard)).toBe('token_unknown')
    expect(linesOf(inboard)).toEqual([
      `sign_in_by_link ${user.id} token_used`,
      `sign_in_by_link ${user.id} token_expired`,
      'sign_in_by_link nobody token_unknown',
    ])
  })

  test('each of many that open one link', async () => {
    const token = await newLink('opened-by-many@example.com', inboard)
    await Promise.all(Array.from({ length: 10 }, () => open(token, inboard)))
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
    expect(linesOf(inboard)).toEqual([
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
    const person = await inboard.signIn()
    const other = await inboard.signIn()
    inboard.trail.length = 0
    const { id } = person.user
    const taken = await change(person, other.user.email, inboard)
    expect(await codeOfRefusal(person.client.requestAddressChange({ email: 'soon@example.com' }))).toBe(
      'throttled',
    )
    expect(await open(taken, inboard)).toBe('email_taken')
    inboard.clock.advance(minute)
    expect(await open(await change(person, 'changed@example.com', inboard), inboard)).toBe('accepted')
    expect(linesOf(inboard)).toEqual([
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
    const { client, token, user } = await inboard.signIn()
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

test('no line of it holds an address, a token or a link', async () => {
  const { person, passkey } = await ceremonies.holder()
  await ceremonies.signIn(passkey)
  const token = await change(person, 'no-secret@example.com', inboard)
  await open(token, inboard)
  await open(token, inboard)
  const text = JSON.stringify(inboard.trail)
  expect(inboard.trail).toHaveLength(7)
  for (const secret of ['@', 'example.com', token, person.token, passkey.credentialId, 'http', '?token'])
    expect(text).not.toContain(secret)
})
