import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sweepChallenges } from '../../src/server/passkeys/challenges.ts'
import { Ceremonies, outcome, passkeysOf } from '../support/authenticator/ceremonies.ts'
import type { Algorithm } from '../support/authenticator/keys.ts'
import { startTestInboard, type TestInboard } from '../support/service/inboard.ts'

let inboard: TestInboard
let ceremonies: Ceremonies
beforeAll(async () => {
  inboard = await startTestInboard({ WEBAUTHN_RP_NAME: 'Test board' })
  ceremonies = new Ceremonies(inboard)
})
afterAll(() => inboard.stop())

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
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

const algorithms: Algorithm[] = ['EdDSA', 'ES256', 'RS256']
const formats = ['none', 'packed'] as const
const kinds = algorithms.flatMap((algorithm) =>
  formats.flatMap((format) => [true, false].map((synced) => ({ algorithm, format, synced }))),
)

describe('a passkey', () => {
  test.each(kinds)(
    'of $algorithm, attested as $format, synced: $synced, is registered and signs in',
    async ({ algorithm, format, synced }) => {
      const person = await inboard.signIn()
      expect(person.user.has_passkey).toBe(false)
      const passkey = ceremonies.newPasskey({ algorithm, synced })

      const answer = await ceremonies.register(person, passkey, { format })
      expect(outcome(answer)).toBe('201')
      const { passkey: registered } = answer.body
      expect(answer.headers.get('location')).toBe(`/api/passkeys/${registered.id}`)
      expect(registered).toEqual({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        label: 'Key ring',
        credential_id: passkey.credentialId,
        sign_count: 0,
        synced,
        created_at: expect.stringMatching(isoTime),
        last_used_at: null,
      })
      expect(await passkeysOf(person)).toEqual([registered])
      expect((await person.client.readMe()).user).toEqual({ ...person.user, has_passkey: true })

      for (const use of [1, 2]) {
        const session = await ceremonies.signIn(passkey)
        expect(outcome(session)).toBe('200')
        expect(session.headers.get('cache-control')).toBe('no-store')
        expect(session.body).toEqual({
          token: expect.any(String),
          token_type: 'Bearer',
          expires_at: expect.stringMatching(isoTime),
          user: { ...person.user, has_passkey: true },
        })
        expect(await inboard.client(session.body.token).readMe()).toEqual({ user: session.body.user })
        const [used] = await passkeysOf(person)
        expect(used).toEqual({
          ...registered,
          sign_count: synced ? 0 : use,
          last_used_at: expect.stringMatching(isoTime),
        })
      }
    },
  )

  test('is never shown with its public key, nor to anyone else', async () => {
    const { person, passkey } = await ceremonies.holder()
    const stranger = await inboard.signIn()
    const { text } = await inboard.request('GET', '/api/passkeys', { token: person.token })
    const x = passkey.keys.cose.get(-2) as Uint8Array
    expect(text).not.toContain('public_key')
    expect(text).not.toContain(Buffer.from(x).toString('base64url').slice(0, 40))
    expect(await passkeysOf(stranger)).toEqual([])
    expect((await stranger.client.readMe()).user.has_passkey).toBe(false)
  })

  test('shows in the session of whoever signs in by link instead', async () => {
    const { person } = await ceremonies.holder()
    inboard.clock.advance(minute)
    const { user } = await inboard.signIn(person.user.email)
    expect(user).toEqual({ ...person.user, has_passkey: true })
  })

  test('remembers its counter, however far it jumps', async () => {
    const { person, passkey } = await ceremonies.holder({ counter: 7 })
    expect(await passkeysOf(person)).toMatchObject([{ sign_count: 7 }])
    for (const counter of [8, 1000, 0xffffffff]) {
      expect(outcome(await ceremonies.signIn(passkey, { counter }))).toBe('200')
      expect(await passkeysOf(person)).toMatchObject([{ sign_count: counter }])
    }
  })

  test('is synced or not as of its last use', async () => {
    const { person, passkey } = await ceremonies.holder({ synced: true })
    for (const bs of [false, true, false]) {
      expect(outcome(await ceremonies.signIn(passkey, { flags: { bs } }))).toBe('200')
      expect(await passkeysOf(person)).toMatchObject([{ synced: bs }])
    }
  })

  test('that could be backed up but is not yet, is not synced', async () => {
    const person = await inboard.signIn()
    const passkey = ceremonies.newPasskey({ synced: true })
    const { body } = await ceremonies.register(person, passkey, { flags: { bs: false } })
    expect(body.passkey.synced).toBe(false)
    expect(outcome(await ceremonies.signIn(passkey))).toBe('200')
    expect(await passkeysOf(person)).toMatchObject([{ synced: true }])
  })

  test('tells by the service’s clock when it was made and used', async () => {
    const { person, passkey, registered } = await ceremonies.holder()
    inboard.clock.advance(3 * minute)
    await ceremonies.signIn(passkey)
    const [used] = await passkeysOf(person)
    const pause = Date.parse(used?.last_used_at ?? '') - Date.parse(registered.created_at)
    expect(pause).toBeGreaterThanOrEqual(3 * minute)
  })

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

describe('the list', () => {
  test('has every passkey in the order they were made, and each opens the account', async () => {
    const person = await inboard.signIn()
    const passkeys = algorithms.map((algorithm) => ceremonies.newPasskey({ algorithm }))
    for (const passkey of passkeys) await ceremonies.register(person, passkey)
    const ids = (await passkeysOf(person)).map(({ credential_id }) => credential_id)
    expect(ids).toEqual(passkeys.map(({ credentialId }) => credentialId))
    for (const passkey of passkeys)
      expect((await ceremonies.signIn(passkey)).body.user.id).toBe(person.user.id)
  })
})

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

test('the sweep takes challenges that have expired, and no others', async () => {
  const { world, clock } = inboard
  const kept = async () => (await world.db.all`select challenge from challenges`).length
  await ceremonies.startSignIn()
  clock.advance(5 * minute)
  const { passkey } = await ceremonies.holder()
  const options = await ceremonies.startSignIn()
  expect(await kept()).toBeGreaterThan(1)
  clock.advance(minute)
  await sweepChallenges(world)
  expect(await kept()).toBe(1)
  expect(outcome(await ceremonies.finishSignIn(passkey.assert(options)))).toBe('200')
})

describe('every endpoint that needs a session', () => {
  const endpoints = [
    ['GET', '/api/passkeys'],
    ['POST', '/api/passkeys/options'],
    ['POST', '/api/passkeys'],
    ['DELETE', '/api/passkeys/0196f000-0000-7000-8000-000000000000'],
  ] as const
  const bodies = [undefined, '{', '[]', '{"label":""}', 'x'.repeat(70_000)]

  test.each(endpoints)('%s %s asks for it before it looks at the body', async (method, path) => {
    const { token } = await inboard.signIn()
    for (const bad of [undefined, 'nonsense', `${token.slice(0, -4)}AAAA`]) {
      for (const body of method === 'GET' ? [undefined] : bodies) {
        const answer = await inboard.request(method, path, { token: bad, body })
        expect(outcome(answer)).toBe('401 unauthenticated')
      }
    }
  })
})
