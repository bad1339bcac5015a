import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { object } from '../../support/authenticator/cbor.ts'
import { Ceremonies, outcome } from '../../support/authenticator/ceremonies.ts'
import { newKeys } from '../../support/authenticator/keys.ts'
import { inboard } from '../../support/service/shared.ts'
import { everyPasskey, expectRefused, type Holder, type Table } from './refused-sign-in.ts'

const ceremonies = new Ceremonies(inboard)

let one: Holder
let synced: Holder
let other: Holder
let before: unknown

beforeAll(async () => {
  one = await ceremonies.holder({ counter: 10 })
  synced = await ceremonies.holder({ synced: true, algorithm: 'EdDSA' })
  other = await ceremonies.holder()
  before = await everyPasskey(one, synced, other)
})

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
    const options = await ceremonies.startSignIn()
    const departures = typeof departure === 'function' ? departure(one) : departure
    const answer = await ceremonies.finishSignIn(one.passkey.assert(options, departures))
    expect(outcome(answer)).toBe('401 passkey_invalid')
    await expectRefused(synced, departure)
  })

  test('and none of them has changed anything: the passkeys still work', async () => {
    expect(await everyPasskey(one, synced, other)).toEqual(before)
    for (const { passkey } of [one, synced, other])
      expect(outcome(await ceremonies.signIn(passkey))).toBe('200')
  })
})
