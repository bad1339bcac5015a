import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Passkey } from '../../src/contract/passkey.ts'
import type { AssertionDepartures, VirtualPasskey } from '../support/authenticator/authenticator.ts'
import { object } from '../support/authenticator/cbor.ts'
import { Ceremonies, outcome, passkeysOf } from '../support/authenticator/ceremonies.ts'
import { newKeys } from '../support/authenticator/keys.ts'
import { type SignedIn, startTestInboard, type TestInboard } from '../support/service/inboard.ts'

interface Holder {
  person: SignedIn
  passkey: VirtualPasskey
  registered: Passkey
}

let inboard: TestInboard
let ceremonies: Ceremonies
let one: Holder
let synced: Holder
let other: Holder
beforeAll(async () => {
  inboard = await startTestInboard()
  ceremonies = new Ceremonies(inboard)
  one = await ceremonies.holder({ counter: 10 })
  synced = await ceremonies.holder({ synced: true, algorithm: 'EdDSA' })
  other = await ceremonies.holder()
})
afterAll(() => inboard.stop())

type Departure = AssertionDepartures | ((holder: Holder) => AssertionDepartures)
type Table = Record<string, Departure>

const minute = 60_000
const everyPasskey = () => Promise.all([one, synced, other].map(({ person }) => passkeysOf(person)))

/** The sign-in is refused and changes nothing, except that its challenge is spent; the passkey still works. */
async function expectRefused(holder: Holder, departure: Departure) {
  const before = await everyPasskey()
  const options = await ceremonies.startSignIn()
  const departures = typeof departure === 'function' ? departure(holder) : departure
  const answer = await ceremonies.finishSignIn(holder.passkey.assert(options, departures))
  expect(outcome(answer)).toBe('401 passkey_invalid')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const again = await ceremonies.finishSignIn(holder.passkey.assert(options))
  expect(outcome(again)).toBe('400 challenge_invalid')
  expect(await everyPasskey()).toEqual(before)
  expect(outcome(await ceremonies.signIn(holder.passkey))).toBe('200')
}

const flipped = (bytes: Uint8Array, at: number) => {
  const copy = Buffer.from(bytes)
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at)
  return copy
}

describe('sign-in refuses', () => {
  const table: Table = {
    'another site’s origin': { clientData: { origin: 'https://evil.example' } },
    'another port': { clientData: { origin: 'http://localhost:1' } },
    'the IP in place of the name': ({ passkey }) => ({
      clientData: { origin: passkey.site.origin.replace('localhost', '127.0.0.1') },
    }),
    'no origin': { clientData: { origin: undefined } },
    'client data of a registration': { clientData: { type: 'webauthn.create' } },
    'client data of no ceremony': { clientData: { type: undefined } },
    'a ceremony inside another site’s page': { clientData: { crossOrigin: true } },
    'a ceremony inside another site’s page, named': {
      clientData: { crossOrigin: true, topOrigin: 'https://evil.example' },
    },
    'a ceremony inside our own page': ({ passkey }) => ({
      clientData: { crossOrigin: true, topOrigin: passkey.site.origin },
    }),
    'a page around it that it denies': { clientData: { topOrigin: 'https://evil.example' } },
    'a vague word about being framed': { clientData: { crossOrigin: 0 } },
    'another RP id': { rpId: 'evil.example' },
    'no user present': { flags: { up: false } },
    'no user verified': { flags: { uv: false } },
    'backup without eligibility': { flags: { be: false, bs: true } },
    'promised extensions that are not there': { flags: { ed: true } },
    'a promised credential that is not there': { flags: { at: true } },
    'bytes after the authenticator data': { authData: (data) => Buffer.concat([data, Buffer.alloc(1)]) },
    'extensions that are not promised': { extensions: object({ uvm: 1 }), flags: { ed: false } },
    'a random user handle': { response: { userHandle: randomBytes(64).toString('base64url') } },
    'another user’s handle': () => ({ response: { userHandle: other.passkey.userHandle } }),
    'the user’s id for a handle': ({ person }) => ({
      response: { userHandle: Buffer.from(person.user.id).toString('base64url') },
    }),
    'the beginning of the handle': ({ passkey }) => ({
      response: {
        userHandle: Buffer.from(passkey.userHandle, 'base64url').subarray(0, 63).toString('base64url'),
      },
    }),
    'an unknown credential': () => {
      const id = randomBytes(32).toString('base64url')
      return { credential: { id, rawId: id } }
    },
    'an id that is far too long': () => {
      const id = randomBytes(20_000).toString('base64url')
      return { credential: { id, rawId: id } }
    },
    'another user’s credential with its own handle and key': () => ({
      credential: { id: other.passkey.credentialId, rawId: other.passkey.credentialId },
    }),
    'another user’s credential and handle with its own key': () => ({
      credential: { id: other.passkey.credentialId, rawId: other.passkey.credentialId },
      response: { userHandle: other.passkey.userHandle },
    }),
    'a signature by another key': ({ passkey }) => ({ signer: newKeys(passkey.keys.algorithm) }),
    'a signature by a key of another kind': { signer: newKeys('RS256') },
    'an altered signature': { signature: (signature) => flipped(signature, signature.length - 1) },
    'half a signature': { signature: (signature) => signature.subarray(0, 32) },
    'a signature of zeros': { signature: (signature) => Buffer.alloc(signature.length) },
    'a signature of a zero and a zero': { signature: () => Buffer.from('3006020100020100', 'hex') },
    'a signature of one byte': { signature: () => Buffer.alloc(1) },
    'a signature over other authenticator data': ({ passkey }) => ({
      response: {
        authenticatorData: passkey.assert({ challenge: '' }, { extensions: object({ uvm: 1 }) }).response
          .authenticatorData,
      },
    }),
  }
  test.each(Object.entries(table))('%s', async (_, departure) => {
    await expectRefused(one, departure)
    await expectRefused(synced, departure)
  })

  const counters: Table = {
    'that stands still': ({ passkey }) => ({ counter: passkey.counter }),
    'that goes back': ({ passkey }) => ({ counter: passkey.counter - 1 }),
    'that starts anew': { counter: 0 },
  }
  test.each(Object.entries(counters))('a counter %s', (_, departure) => expectRefused(one, departure))

  test('a counter that had left 0 and is 0 again', async () => {
    const holder = await ceremonies.holder({ synced: true })
    expect(outcome(await ceremonies.signIn(holder.passkey, { counter: 1 }))).toBe('200')
    expect(outcome(await ceremonies.signIn(holder.passkey))).toBe('401 passkey_invalid')
    expect(await passkeysOf(holder.person)).toMatchObject([{ sign_count: 1 }])
  })

  test('a passkey that has become eligible for backup', () =>
    expectRefused(one, { flags: { be: true, bs: true } }))

  test('a passkey that has become eligible for backup and is not backed up', () =>
    expectRefused(one, { flags: { be: true } }))

  test('a passkey that is no longer eligible for backup', () =>
    expectRefused(synced, { flags: { be: false, bs: false } }))

  test('authenticator data cut off anywhere, and signed like that', async () => {
    const before = await everyPasskey()
    await Promise.all(
      Array.from({ length: 36 }, async (_, end) => {
        const answer = await ceremonies.signIn(synced.passkey, {
          authData: (data) => data.subarray(0, end + 1),
        })
        expect([end, outcome(answer)]).toEqual([end, '401 passkey_invalid'])
      }),
    )
    expect(await everyPasskey()).toEqual(before)
  })

  test('every kind of refusal in the same words', async () => {
    const refusals = await Promise.all([
      ceremonies.signIn(synced.passkey, { flags: { uv: false } }),
      ceremonies.signIn(synced.passkey, { signer: newKeys('EdDSA') }),
      ceremonies.signIn(synced.passkey, { clientData: { origin: 'https://evil.example' } }),
      ceremonies.signIn(ceremonies.newPasskey(), { response: { userHandle: synced.passkey.userHandle } }),
      ceremonies.signIn(synced.passkey, { response: { userHandle: other.passkey.userHandle } }),
    ])
    expect(new Set(refusals.map(({ text }) => text)).size).toBe(1)
  })
})

describe('a sign-in challenge', () => {
  test('is good for one sign-in', async () => {
    const assertion = synced.passkey.assert(await ceremonies.startSignIn())
    expect(outcome(await ceremonies.finishSignIn(assertion))).toBe('200')
    const before = await everyPasskey()
    expect(outcome(await ceremonies.finishSignIn(assertion))).toBe('400 challenge_invalid')
    expect(await everyPasskey()).toEqual(before)
  })

  test('is good for one passkey, whoever’s', async () => {
    const options = await ceremonies.startSignIn()
    expect(outcome(await ceremonies.finishSignIn(synced.passkey.assert(options)))).toBe('200')
    const before = await everyPasskey()
    expect(outcome(await ceremonies.finishSignIn(other.passkey.assert(options)))).toBe(
      '400 challenge_invalid',
    )
    expect(await everyPasskey()).toEqual(before)
  })

  test('lasts for five minutes', async () => {
    const [early, late] = [await ceremonies.startSignIn(), await ceremonies.startSignIn()]
    inboard.clock.advance(4 * minute)
    expect(outcome(await ceremonies.finishSignIn(synced.passkey.assert(early)))).toBe('200')
    const before = await everyPasskey()
    inboard.clock.advance(1 * minute)
    const tooLate = await ceremonies.finishSignIn(synced.passkey.assert(late))
    expect(outcome(tooLate)).toBe('400 challenge_invalid')
    expect(await everyPasskey()).toEqual(before)
  })

  test('cannot be a registration’s, one’s own or not, nor made up', async () => {
    const own = await ceremonies.startRegistration(synced.person)
    const theirs = await ceremonies.startRegistration(other.person)
    const before = await everyPasskey()
    for (const challenge of [
      own.challenge,
      theirs.challenge,
      randomBytes(32).toString('base64url'),
      '',
      '\u0000',
    ]) {
      const answer = await ceremonies.finishSignIn(synced.passkey.assert({ challenge }))
      expect(outcome(answer)).toBe('400 challenge_invalid')
    }
    expect(await everyPasskey()).toEqual(before)
    const unspoilt = await ceremonies.finishRegistration(synced.person, ceremonies.newPasskey().attest(own))
    expect(outcome(unspoilt)).toBe('201')
  })
})
