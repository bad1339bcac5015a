import { expect, test } from 'vitest'
import { Ceremonies, outcome } from '../../support/authenticator/ceremonies.ts'
import { startTestInboard } from '../../support/service/inboard.ts'

test('a site can share its passkeys with the domain that it lies in', async () => {
  const sharing = await startTestInboard({
    APP_URL: 'https://board.example.com/app',
    WEBAUTHN_RP_ID: 'example.com',
  })
  try {
    const there = new Ceremonies(sharing)
    const { person, passkey } = await there.holder()
    expect(passkey.site).toMatchObject({ origin: 'https://board.example.com', rpId: 'example.com' })
    expect((await there.startRegistration(person)).rp.id).toBe('example.com')
    expect((await there.startSignIn()).rpId).toBe('example.com')
    expect(outcome(await there.signIn(passkey))).toBe('200')
    for (const origin of ['https://example.com', 'https://evil.example.com', 'http://board.example.com'])
      expect(outcome(await there.signIn(passkey, { clientData: { origin } }))).toBe('401 passkey_invalid')
    expect(outcome(await there.signIn(passkey, { rpId: 'board.example.com' }))).toBe('401 passkey_invalid')
  } finally {
    await sharing.stop()
  }
})
