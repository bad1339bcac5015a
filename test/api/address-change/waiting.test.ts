import { describe, expect, test } from 'vitest'
import { inboard } from '../../support/service/clocked.ts'
import { codeOfRefusal } from '../../support/service/inboard.ts'
import { askFor, newAddress, open } from './asking.ts'

const minute = 60_000

describe('asking for a change of address', () => {
  test('has a minute of its own, apart from sign-in links', async () => {
    const person = await inboard.signIn()
    await askFor(person, newAddress(), inboard)
    const again = await inboard.request('POST', '/api/email/change', {
      token: person.token,
      body: { email: newAddress() },
    })
    expect([again.status, again.body.code]).toEqual([429, 'throttled'])
    inboard.clock.advance(minute)
    await askFor(person, newAddress(), inboard)
    expect(await codeOfRefusal(inboard.client().requestLink({ email: person.user.email }))).toBe('accepted')
  })

  test('again withdraws the older link', async () => {
    const person = await inboard.signIn()
    const older = await askFor(person, newAddress(), inboard)
    inboard.clock.advance(minute)
    const email = newAddress()
    const newer = await askFor(person, email, inboard)
    expect(await open(older, inboard)).toBe('token_unknown')
    expect(await open(newer, inboard)).toBe('accepted')
    expect((await person.client.readMe()).user).toMatchObject({ email, pending_email: null })
  })

  test('to an address of somebody else looks no different', async () => {
    const person = await inboard.signIn()
    const other = await inboard.signIn()
    const taken = await inboard.request('POST', '/api/email/change', {
      token: person.token,
      body: { email: other.user.email },
    })
    // The next request would withdraw a message that has not been sent yet.
    await inboard.linkTo(other.user.email)
    inboard.clock.advance(minute)
    const email = newAddress()
    const free = await inboard.request('POST', '/api/email/change', { token: person.token, body: { email } })
    expect(taken.status).toBe(202)
    expect(taken.text.replaceAll(other.user.email, email)).toBe(free.text)
  })

  test('makes a link that expires after fifteen minutes and leaves the change pending', async () => {
    const person = await inboard.signIn()
    const email = newAddress()
    const token = await askFor(person, email, inboard)
    inboard.clock.advance(15 * minute)
    expect(await open(token, inboard)).toBe('token_expired')
    expect((await person.client.readMe()).user).toMatchObject({
      email: person.user.email,
      pending_email: email,
    })
  })
})
