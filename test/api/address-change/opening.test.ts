import { describe, expect, test } from 'vitest'
import { inboard } from '../../support/service/shared.ts'
import { askFor, newAddress, open } from './asking.ts'

describe('opening the link of a change', () => {
  test('moves the account to the new address and starts a session', async () => {
    const person = await inboard.signIn()
    await person.client.addInboxCard({ text: 'mine' })
    const email = newAddress()
    const token = await askFor(person, email)
    const session = await inboard.client().openLink({ token })
    expect(session.user).toEqual({ ...person.user, email, pending_email: null })
    expect(await open(token)).toBe('token_used')

    const again = await inboard.signIn(email)
    expect(again.user.id).toBe(person.user.id)
    expect((await again.client.listInboxCards()).cards).toHaveLength(1)
    const former = await inboard.signIn(person.user.email)
    expect(former.user.id).not.toBe(person.user.id)
  })

  test('withdraws unopened sign-in links that went to the old address, and no others', async () => {
    const person = await inboard.signIn()

    await inboard.client().requestLink({ email: person.user.email })
    const unopened = await inboard.linkTo(person.user.email)
    const bystander = newAddress()
    await inboard.client().requestLink({ email: bystander })
    expect(await open(await askFor(person, newAddress()))).toBe('accepted')
    expect(await open(unopened)).toBe('token_unknown')
    expect(await open(await inboard.linkTo(bystander))).toBe('accepted')
  })

  test('after somebody else has taken the address spends the link and changes nothing else', async () => {
    const person = await inboard.signIn()
    const email = newAddress()
    const token = await askFor(person, email)
    const other = await inboard.signIn(email)
    expect(await open(token)).toBe('email_taken')
    expect(await open(token)).toBe('token_used')
    expect((await person.client.readMe()).user).toEqual(person.user)
    expect((await other.client.readMe()).user).toEqual(other.user)
  })

  test('makes an unverified account give way, with its links', async () => {
    const person = await inboard.signIn()
    const email = newAddress()
    await inboard.client().requestLink({ email })
    const ofUnverified = await inboard.linkTo(email)
    const token = await askFor(person, email)
    expect(await open(token)).toBe('accepted')
    expect(await open(ofUnverified)).toBe('token_unknown')
    expect((await person.client.readMe()).user).toMatchObject({ email, pending_email: null })
  })
})
