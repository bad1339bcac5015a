import { describe, expect, test } from 'vitest'
import { inboard } from '../../support/service/shared.ts'
import { askFor, newAddress, open } from './asking.ts'

describe('withdrawing a change of address', () => {
  test('makes its link unknown and keeps the address', async () => {
    const person = await inboard.signIn()
    const token = await askFor(person, newAddress())
    expect(await person.client.withdrawAddressChange()).toEqual({ user: person.user })
    expect(await open(token)).toBe('token_unknown')
    expect((await person.client.readMe()).user).toEqual(person.user)
  })

  test('changes nothing while none is pending', async () => {
    const person = await inboard.signIn()
    const answer = await inboard.request('DELETE', '/api/email/change', { token: person.token })
    expect([answer.status, answer.body]).toEqual([200, { user: person.user }])
  })

  test('does not take back a change whose link was opened meanwhile', async () => {
    const person = await inboard.signIn()
    const email = newAddress()
    const token = await askFor(person, email)
    expect(await open(token)).toBe('accepted')
    expect((await person.client.withdrawAddressChange()).user.email).toBe(email)
    expect(await open(token)).toBe('token_used')
  })

  test('leaves sign-in links and the changes of others alone', async () => {
    const person = await inboard.signIn()
    const other = await inboard.signIn()
    const kept = await askFor(other, newAddress())
    await inboard.client().requestLink({ email: person.user.email })
    const signIn = await inboard.linkTo(person.user.email)
    await person.client.withdrawAddressChange()
    expect([await open(kept), await open(signIn)]).toEqual(['accepted', 'accepted'])
  })

  test('races with opening the link to one outcome', async () => {
    for (let round = 0; round < 10; round++) {
      const person = await inboard.signIn()
      const email = newAddress()
      const token = await askFor(person, email)
      const [opened, withdrawn] = await Promise.all([open(token), person.client.withdrawAddressChange()])
      const { user } = await person.client.readMe()
      const isOpened = opened === 'accepted'
      expect([opened, withdrawn.user, user]).toEqual([
        isOpened ? 'accepted' : 'token_unknown',
        user,
        { ...person.user, email: isOpened ? email : person.user.email },
      ])
    }
  })

  test('needs a session', async () => {
    const { client } = await inboard.signIn()
    const { token } = await client.makeApiToken({ label: 'Shell', scope: 'write' })
    const answer = await inboard.request('DELETE', '/api/email/change', { token })
    expect([answer.status, answer.body.code]).toEqual([403, 'scope_insufficient'])
  })
})
