import { describe, expect, test } from 'vitest'
import { again, claimsOf, me, unrecorded } from '../../api/sessions/tokens.ts'
import { Ceremonies, outcome } from '../../support/authenticator/ceremonies.ts'
import { inboard } from '../../support/service/clocked.ts'
import { codeOfRefusal } from '../../support/service/inboard.ts'

describe('ending', () => {
  test('everything else that could let someone in, when a link is opened', async () => {
    const ceremonies = new Ceremonies(inboard)
    const { person, passkey } = await ceremonies.holder()
    const { token: apiToken } = await person.client.makeApiToken({ label: 'Shell', scope: 'write' })
    const early = unrecorded(person, 5)
    inboard.clock.advance(61_000)
    await inboard.client().requestLink({ email: person.user.email })
    const link = await inboard.linkTo(person.user.email)
    const session = await inboard.client().openLink({ token: link, end_other_access: true })
    for (const token of [person.token, early]) expect(await me(token)).toBe('401 unauthenticated')
    expect(outcome(await inboard.request('GET', '/api/projects', { token: apiToken }))).toBe(
      '401 unauthenticated',
    )
    expect(outcome(await ceremonies.signIn(passkey))).toBe('401 passkey_invalid')
    expect(await me(session.token)).toBe('200')
    expect(session.user.has_passkey).toBe(false)
    const client = inboard.client(session.token)
    expect((await client.listSessions()).sessions).toHaveLength(1)
    expect((await client.listApiTokens()).api_tokens).toEqual([])
    expect((await client.listPasskeys()).passkeys).toEqual([])
  })

  test('nothing, when the link cannot be opened', async () => {
    const person = await inboard.signInByMail()
    const body = { token: 'unknown', end_other_access: true }
    expect(outcome(await inboard.request('POST', '/api/auth/verify-email', { body }))).toBe(
      '400 token_unknown',
    )
    expect(await me(person.token)).toBe('200')
  })
})

test('a session that has just been ended takes along the change of address that it had asked for, and no other', async () => {
  const person = await inboard.signInByMail()
  const pending = async () => (await person.client.readMe()).user.pending_email
  const theirs = await again(person)
  // Before the session ends: what has not been sent by then never is.
  const asked = async (token: string, email: string) => {
    await inboard.client(token).requestAddressChange({ email })
    return { token: await inboard.linkTo(email) }
  }
  const theirLink = await asked(theirs, 'theirs@example.com')
  await person.client.endSession({ id: claimsOf(theirs).jti })
  expect(await pending()).toBeNull()
  expect(await codeOfRefusal(inboard.client().openLink(theirLink))).toBe('token_unknown')

  inboard.clock.advance(61_000)
  const myLink = await asked(person.token, 'mine@example.com')
  await inboard.client(await again(person)).endSession({ id: 'current' })
  await person.client.endOtherSessions()
  expect(await pending()).toBe('mine@example.com')
  await inboard.client(await again(person)).endOtherSessions()
  expect(await codeOfRefusal(inboard.client().openLink(myLink))).toBe('token_unknown')
})
