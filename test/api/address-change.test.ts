import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  codeOfRefusal,
  type SignedIn,
  startTestInboard,
  type TestInboard,
} from '../support/service/inboard.ts'

let inboard: TestInboard
beforeAll(async () => {
  inboard = await startTestInboard()
})
afterAll(() => inboard.stop())

const minute = 60_000
let names = 0
const newAddress = () => `address-${++names}@example.com`

/** Requests a change of address and returns the token from the link that was sent to the new address. */
async function askFor({ client }: SignedIn, email: string): Promise<string> {
  const before = inboard.mails().filter(({ to }) => to === email).length
  await client.requestAddressChange({ email })
  return await inboard.linkTo(email, before + 1)
}

const open = (token: string) => codeOfRefusal(inboard.client().openLink({ token }))

describe('asking for a change of address', () => {
  test('changes nothing yet but the pending address', async () => {
    const person = await inboard.signInByMail()
    const email = newAddress()
    const answer = await person.client.requestAddressChange({ email: ` ${email.toUpperCase()} ` })
    expect(answer).toEqual({
      message: expect.any(String),
      expires_in: 900,
      retry_after: 60,
      user: { ...person.user, pending_email: email },
    })
    expect((await person.client.readMe()).user).toEqual({ ...person.user, pending_email: email })
    await inboard.linkTo(email)
  })

  test('to the present address is refused, throttled or not', async () => {
    const person = await inboard.signInByMail()
    const toItself = () => person.client.requestAddressChange({ email: person.user.email.toUpperCase() })
    expect(await codeOfRefusal(toItself())).toBe('validation_failed')
    await askFor(person, newAddress())
    expect(await codeOfRefusal(toItself())).toBe('validation_failed')
    expect((await person.client.readMe()).user.pending_email).not.toBeNull()
  })

  test('has a minute of its own, apart from sign-in links', async () => {
    const person = await inboard.signInByMail()
    await askFor(person, newAddress())
    const again = await inboard.request('POST', '/api/email/change', {
      token: person.token,
      body: { email: newAddress() },
    })
    expect([again.status, again.body.code]).toEqual([429, 'throttled'])
    inboard.clock.advance(minute)
    await askFor(person, newAddress())
    expect(await codeOfRefusal(inboard.client().requestLink({ email: person.user.email }))).toBe('accepted')
  })

  test('simultaneously sends one link', async () => {
    const person = await inboard.signInByMail()
    const email = newAddress()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => codeOfRefusal(person.client.requestAddressChange({ email }))),
    )
    expect(answers.toSorted()).toEqual(['accepted', ...Array(19).fill('throttled')])
    await inboard.linkTo(email)
    expect(inboard.mails().filter(({ to }) => to === email)).toHaveLength(1)
  })

  test('again withdraws the older link', async () => {
    const person = await inboard.signInByMail()
    const older = await askFor(person, newAddress())
    inboard.clock.advance(minute)
    const email = newAddress()
    const newer = await askFor(person, email)
    expect(await open(older)).toBe('token_unknown')
    expect(await open(newer)).toBe('accepted')
    expect((await person.client.readMe()).user).toMatchObject({ email, pending_email: null })
  })

  test('to an address of somebody else looks no different', async () => {
    const person = await inboard.signInByMail()
    const other = await inboard.signInByMail()
    const taken = await inboard.request('POST', '/api/email/change', {
      token: person.token,
      body: { email: other.user.email },
    })
    // The next request would withdraw a message that has not been sent yet.
    await inboard.linkTo(other.user.email, 2)
    inboard.clock.advance(minute)
    const email = newAddress()
    const free = await inboard.request('POST', '/api/email/change', { token: person.token, body: { email } })
    expect(taken.status).toBe(202)
    expect(taken.text.replaceAll(other.user.email, email)).toBe(free.text)
  })
})

describe('opening the link of a change', () => {
  test('moves the account to the new address and starts a session', async () => {
    const person = await inboard.signInByMail()
    await person.client.addInboxCard({ text: 'mine' })
    const email = newAddress()
    const token = await askFor(person, email)
    const session = await inboard.client().openLink({ token })
    expect(session.user).toEqual({ ...person.user, email, pending_email: null })
    expect(await open(token)).toBe('token_used')
    inboard.clock.advance(minute)
    const again = await inboard.signInByMail(email)
    expect(again.user.id).toBe(person.user.id)
    expect((await again.client.listInboxCards()).cards).toHaveLength(1)
    const former = await inboard.signInByMail(person.user.email)
    expect(former.user.id).not.toBe(person.user.id)
  })

  test('withdraws unopened sign-in links that went to the old address, and no others', async () => {
    const person = await inboard.signInByMail()
    inboard.clock.advance(minute)
    await inboard.client().requestLink({ email: person.user.email })
    const unopened = await inboard.linkTo(person.user.email, 2)
    const bystander = newAddress()
    await inboard.client().requestLink({ email: bystander })
    expect(await open(await askFor(person, newAddress()))).toBe('accepted')
    expect(await open(unopened)).toBe('token_unknown')
    expect(await open(await inboard.linkTo(bystander))).toBe('accepted')
  })

  test('after somebody else has taken the address spends the link and changes nothing else', async () => {
    const person = await inboard.signInByMail()
    const email = newAddress()
    const token = await askFor(person, email)
    const other = await inboard.signInByMail(email)
    expect(await open(token)).toBe('email_taken')
    expect(await open(token)).toBe('token_used')
    expect((await person.client.readMe()).user).toEqual(person.user)
    expect((await other.client.readMe()).user).toEqual(other.user)
  })

  test('makes an unverified account give way, with its links', async () => {
    const person = await inboard.signInByMail()
    const email = newAddress()
    await inboard.client().requestLink({ email })
    const ofUnverified = await inboard.linkTo(email)
    const token = await askFor(person, email)
    expect(await open(token)).toBe('accepted')
    expect(await open(ofUnverified)).toBe('token_unknown')
    expect((await person.client.readMe()).user).toMatchObject({ email, pending_email: null })
  })

  test('races for one address to exactly one winner', async () => {
    for (let round = 0; round < 5; round++) {
      const email = newAddress()
      const people = await Promise.all([inboard.signInByMail(), inboard.signInByMail(), inboard.signInByMail()])
      const tokens: string[] = []
      for (const person of people) tokens.push(await askFor(person, email))
      const answers = await Promise.all(tokens.map(open))
      expect(answers.toSorted()).toEqual(['accepted', 'email_taken', 'email_taken'])
      const addresses = await Promise.all(people.map(async ({ client }) => (await client.readMe()).user))
      expect(addresses.filter((user) => user.email === email)).toHaveLength(1)
      expect(addresses.every((user) => user.pending_email === null)).toBe(true)
    }
  })

  test('races the verification of that address to one owner', async () => {
    for (let round = 0; round < 5; round++) {
      const person = await inboard.signInByMail()
      const email = newAddress()
      const change = await askFor(person, email)
      await inboard.client().requestLink({ email })
      const signIn = await inboard.linkTo(email, 2)
      const answers = await Promise.all([open(change), open(signIn)])
      const changed = (await person.client.readMe()).user.email === email
      expect(answers).toEqual(changed ? ['accepted', 'token_unknown'] : ['email_taken', 'accepted'])
    }
  })

  test('expires after fifteen minutes and leaves the change pending', async () => {
    const person = await inboard.signInByMail()
    const email = newAddress()
    const token = await askFor(person, email)
    inboard.clock.advance(15 * minute)
    expect(await open(token)).toBe('token_expired')
    expect((await person.client.readMe()).user).toMatchObject({
      email: person.user.email,
      pending_email: email,
    })
  })
})
