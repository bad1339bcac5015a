import { expect, test } from 'vitest'
import { Ceremonies, passkeysOf } from '../../support/authenticator/ceremonies.ts'
import { inboard } from '../../support/service/shared.ts'

const ceremonies = new Ceremonies(inboard)

test.each([
  { algorithm: 'EdDSA', format: 'packed', synced: true },
  { algorithm: 'ES256', format: 'none', synced: false },
  { algorithm: 'RS256', format: 'none', synced: true },
] as const)('a passkey of $algorithm is registered and signs in', async ({ algorithm, format, synced }) => {
  const person = await inboard.signIn()
  const passkey = ceremonies.newPasskey({ algorithm, synced })
  const { body } = await ceremonies.register(person, passkey, { format })
  expect(await passkeysOf(person)).toEqual([body.passkey])
  for (const use of [1, 2]) {
    const session = await ceremonies.signIn(passkey)
    expect(await inboard.client(session.body.token).readMe()).toEqual({ user: session.body.user })
    const [used] = await passkeysOf(person)
    expect(used).toEqual({
      ...body.passkey,
      sign_count: synced ? 0 : use,
      last_used_at: expect.any(String),
    })
  }
})
