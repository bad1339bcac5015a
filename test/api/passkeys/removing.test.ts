import { describe, expect, test } from 'vitest'
import { Ceremonies, outcome, passkeysOf } from '../../support/authenticator/ceremonies.ts'
import { inboard } from '../../support/service/shared.ts'

const ceremonies = new Ceremonies(inboard)

describe('removing a passkey', () => {
  test('ends its use and leaves the others', async () => {
    const { person, passkey, registered } = await ceremonies.holder()
    const other = ceremonies.newPasskey()
    const { body } = await ceremonies.register(person, other)
    const answer = await inboard.request('DELETE', `/api/passkeys/${registered.id}`, { token: person.token })
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(await passkeysOf(person)).toEqual([body.passkey])
    expect((await person.client.readMe()).user.has_passkey).toBe(true)
    expect(outcome(await ceremonies.signIn(passkey))).toBe('401 passkey_invalid')
    expect(outcome(await ceremonies.signIn(other))).toBe('200')

    await person.client.removePasskey({ id: body.passkey.id })
    expect(await passkeysOf(person)).toEqual([])
    expect((await person.client.readMe()).user.has_passkey).toBe(false)
  })

  test('between the options and the answer, refuses the answer', async () => {
    const { person, passkey, registered } = await ceremonies.holder()
    const assertion = passkey.assert(await ceremonies.startSignIn())
    await person.client.removePasskey({ id: registered.id })
    expect(outcome(await ceremonies.finishSignIn(assertion))).toBe('401 passkey_invalid')
  })

  test('lets it be registered anew, by anyone', async () => {
    const { person, passkey, registered } = await ceremonies.holder()
    await person.client.removePasskey({ id: registered.id })
    const stranger = await inboard.signIn()
    expect(outcome(await ceremonies.register(stranger, passkey))).toBe('201')
    expect((await ceremonies.signIn(passkey)).body.user.id).toBe(stranger.user.id)
  })

  test('of someone else is byte for byte the answer for one that is not there', async () => {
    const { person, passkey, registered } = await ceremonies.holder()
    const { token } = await inboard.signIn()
    const gone = await ceremonies.holder()
    await gone.person.client.removePasskey({ id: gone.registered.id })
    const answers = await Promise.all(
      [
        registered.id,
        gone.registered.id,
        registered.id.toUpperCase(),
        passkey.credentialId,
        'nonsense',
        '%00',
        '..%2f',
        'x'.repeat(5000),
      ].map((id) => inboard.request('DELETE', `/api/passkeys/${id}`, { token })),
    )
    for (const answer of answers) expect(outcome(answer)).toBe('404 not_found')
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    const headers = answers.map((answer) => [...answer.headers.keys()].sort().join())
    expect(new Set(headers).size).toBe(1)
    expect(await passkeysOf(person)).toEqual([registered])
    expect(outcome(await ceremonies.signIn(passkey))).toBe('200')
  })
})
