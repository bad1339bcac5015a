import { describe, expect, test } from 'vitest'
import { Ceremonies, outcome } from '../../support/authenticator/ceremonies.ts'
import { inboard } from '../../support/service/shared.ts'

const ceremonies = new Ceremonies(inboard)

describe('a passkey', () => {
  test('may send authenticator extensions, an id of up to 1023 bytes, and a byte order mark', async () => {
    const person = await inboard.signIn()
    const passkey = ceremonies.newPasskey({ id: Buffer.alloc(1023, 7) })
    const extensions = new Map([['credProtect', 2]])
    expect(outcome(await ceremonies.register(person, passkey, { extensions }))).toBe('201')
    const { challenge } = await ceremonies.startSignIn()
    const { origin } = inboard.world.config.passkeys
    // WebAuthn §7.1 and §7.2 decode client data with a UTF-8 decoder that strips the byte order mark.
    const clientDataJSON = `\ufeff${JSON.stringify({ type: 'webauthn.get', challenge, origin })}`
    const assertion = passkey.assert({ challenge }, { extensions, clientDataJSON })
    expect(outcome(await ceremonies.finishSignIn(assertion))).toBe('200')
  })

  test('may have browsers that leave out what is optional', async () => {
    const person = await inboard.signIn()
    const passkey = ceremonies.newPasskey()
    const bare = { authenticatorAttachment: undefined, clientExtensionResults: undefined }
    const registration = await ceremonies.register(person, passkey, {
      clientData: { crossOrigin: undefined, 'other keys can be added here': 'as Chrome does' },
      response: { transports: undefined, authenticatorData: undefined, publicKeyAlgorithm: undefined },
      credential: bare,
    })
    expect(outcome(registration)).toBe('201')
    expect((await ceremonies.startRegistration(person)).excludeCredentials).toEqual([
      { id: passkey.credentialId, type: 'public-key', transports: [] },
    ])
    const session = await ceremonies.signIn(passkey, {
      clientData: { crossOrigin: undefined },
      credential: bare,
    })
    expect(outcome(session)).toBe('200')
  })
})
