import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Ceremonies, outcome } from '../../support/authenticator/ceremonies.ts'
import { startTestInboard, type TestInboard } from '../../support/service/inboard.ts'

let inboard: TestInboard
let ceremonies: Ceremonies
beforeAll(async () => {
  inboard = await startTestInboard({ WEBAUTHN_RP_NAME: 'Test board' })
  ceremonies = new Ceremonies(inboard)
})
afterAll(() => inboard.stop())

const minute = 60_000

describe('options', () => {
  test('for registration are the W3C’s, with what the contract asks for', async () => {
    const { token, user } = await inboard.signIn()
    const answer = await inboard.request('POST', '/api/passkeys/options', { token })
    expect(outcome(answer)).toBe('200')
    expect(answer.body).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      rp: { id: 'localhost', name: 'Test board' },
      user: { id: expect.stringMatching(/^[\w-]{86}$/), name: user.email, displayName: user.email },
      pubKeyCredParams: [
        { alg: -8, type: 'public-key' },
        { alg: -7, type: 'public-key' },
        { alg: -257, type: 'public-key' },
      ],
      timeout: 5 * minute,
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      extensions: { credProps: true },
    })
    expect(Buffer.from(answer.body.user.id, 'base64url')).toHaveLength(64)
  })

  test('for sign-in name no credential and no user', async () => {
    const answer = await inboard.request('POST', '/api/auth/passkey/options')
    expect(outcome(answer)).toBe('200')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.body).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      rpId: 'localhost',
      timeout: 5 * minute,
      allowCredentials: [],
      userVerification: 'required',
    })
  })

  test.each(['/api/passkeys/options', '/api/auth/passkey/options'])(
    'from %s need no body and ignore any',
    async (path) => {
      const { token } = await inboard.signIn()
      for (const [body, type] of [
        [undefined, 'application/json'],
        ['', 'application/json'],
        ['{', 'application/json'],
        ['[]', 'application/json'],
        ['<a/>', 'text/xml'],
      ] as const) {
        const answer = await inboard.request('POST', path, { token, body, headers: { 'content-type': type } })
        expect(outcome(answer)).toBe('200')
      }
    },
  )

  test('give another challenge each time, the same handle to one user and another to others', async () => {
    const [one, other] = [await inboard.signIn(), await inboard.signIn()]
    const mine = await Promise.all([1, 2, 3].map(() => ceremonies.startRegistration(one)))
    const theirs = await ceremonies.startRegistration(other)
    expect(new Set([...mine, theirs].map(({ challenge }) => challenge)).size).toBe(4)
    expect(new Set(mine.map(({ user }) => user.id)).size).toBe(1)
    expect(theirs.user.id).not.toBe(mine[0]?.user.id)
    const handle = Buffer.from(mine[0]?.user.id ?? '', 'base64url').toString('latin1')
    expect(handle).not.toContain(one.user.id)
    expect(handle).not.toContain(one.user.email)
  })

  test('keep the handle when the address changes, and show the new address', async () => {
    const { person, passkey } = await ceremonies.holder()
    await person.client.requestAddressChange({ email: 'elsewhere@example.com' })
    await inboard.client().openLink({ token: await inboard.linkTo('elsewhere@example.com') })
    const { user } = await ceremonies.startRegistration(person)
    expect(user).toEqual({
      id: passkey.userHandle,
      name: 'elsewhere@example.com',
      displayName: 'elsewhere@example.com',
    })
    const session = await ceremonies.signIn(passkey)
    expect(session.body.user).toMatchObject({ id: person.user.id, email: 'elsewhere@example.com' })
  })

  test('exclude the passkeys that the user has, and nobody else’s', async () => {
    await ceremonies.holder()
    const { person, passkey } = await ceremonies.holder()
    const synced = ceremonies.newPasskey({ synced: true })
    await ceremonies.register(person, synced)
    const { excludeCredentials } = await ceremonies.startRegistration(person)
    expect(excludeCredentials).toEqual([
      { id: passkey.credentialId, type: 'public-key', transports: ['usb'] },
      { id: synced.credentialId, type: 'public-key', transports: ['hybrid', 'internal'] },
    ])
  })
})
