import { describe, expect, test } from 'vitest'
import { codeOfRefusal } from '../../support/service/inboard.ts'
import { inboard } from '../../support/service/shared.ts'
import { askFor, newAddress } from './asking.ts'

describe('asking for a change of address', () => {
  test('changes nothing yet but the pending address', async () => {
    const person = await inboard.signIn()
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
    const person = await inboard.signIn()
    const toItself = () => person.client.requestAddressChange({ email: person.user.email.toUpperCase() })
    expect(await codeOfRefusal(toItself())).toBe('validation_failed')
    await askFor(person, newAddress())
    expect(await codeOfRefusal(toItself())).toBe('validation_failed')
    expect((await person.client.readMe()).user.pending_email).not.toBeNull()
  })

  test('simultaneously sends one link', async () => {
    const person = await inboard.signIn()
    const email = newAddress()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => codeOfRefusal(person.client.requestAddressChange({ email }))),
    )
    expect(answers.toSorted()).toEqual(['accepted', ...Array(9).fill('throttled')])
    await inboard.linkTo(email)
    expect(inboard.mails().filter(({ to }) => to === email)).toHaveLength(1)
  })
})
