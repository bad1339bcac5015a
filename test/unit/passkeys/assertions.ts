import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Assertion } from '../../../src/contract/passkey.ts'
import { verifyAssertion } from '../../../src/server/passkeys/verification.ts'
import { type AssertionDepartures, VirtualPasskey } from '../../support/authenticator/authenticator.ts'
import { cbor } from '../../support/authenticator/cbor.ts'
import type { Algorithm } from '../../support/authenticator/keys.ts'

const site = { origin: 'https://inboard.example', rpId: 'inboard.example' }
const challenge = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8'

interface Stored {
  publicKey: Uint8Array
  counter: number
  eligible: boolean
}

const verify = (assertion: Assertion, { publicKey, counter, eligible }: Stored) =>
  verifyAssertion({ ...site, rpName: 'Inboard' }, assertion, challenge, {
    public_key: Buffer.from(publicKey).toString('base64url'),
    sign_count: counter,
    backup_eligible: Number(eligible),
  })

const flip = (at: number) => (bytes: Buffer) => {
  const where = at % bytes.length
  return Buffer.from(bytes.with(where, (bytes[where] ?? 0) ^ (1 << (at % 8))))
}

/** One flaw in an assertion. Unless it is in the signature itself, the signature is valid for the flawed data. */
const mistake: fc.Arbitrary<AssertionDepartures> = fc.oneof(
  fc.constantFrom('webauthn.create', '', null).map((type) => ({ clientData: { type } })),
  fc
    .constantFrom('https://evil.example', `${site.origin}/`, null)
    .map((origin) => ({ clientData: { origin } })),
  fc.constantFrom('', 'AAAA', null).map((other) => ({ clientData: { challenge: other } })),
  fc.constantFrom('example', '').map((rpId) => ({ rpId })),
  fc.constantFrom('up', 'uv', 'be').map((name) => ({ flags: { [name]: false } })),
  fc.constantFrom('at', 'ed').map((name) => ({ flags: { [name]: true } })),
  fc.nat({ max: 7 }).map((counter) => ({ counter })),
  fc.nat().map((at) => ({ signature: flip(at) })),
)

export function testAssertions(runs: number): void {
  describe.each<Algorithm>(['ES256', 'EdDSA', 'RS256'])('an assertion with %s', (algorithm) => {
    test.each([true, false])('holds as it is (synced: %s)', async (synced) => {
      const passkey = new VirtualPasskey(site, { algorithm, synced })
      const stored = { publicKey: cbor(passkey.keys.cose), counter: 0, eligible: synced }
      expect(await verify(passkey.assert({ challenge }), stored)).toEqual({
        signCount: synced ? 0 : 1,
        synced,
      })
    })

    test('does not hold with anything after its signature', async () => {
      const passkey = new VirtualPasskey(site, { algorithm, synced: true })
      const stored = { publicKey: cbor(passkey.keys.cose), counter: 0, eligible: true }
      const signature = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(1)])
      expect(await verify(passkey.assert({ challenge }, { signature }), stored)).toBeUndefined()
    })

    test('does not hold for a credential that could not be backed up when it was registered', async () => {
      const passkey = new VirtualPasskey(site, { algorithm, synced: true })
      const stored = { publicKey: cbor(passkey.keys.cose), counter: 0, eligible: false }
      expect(await verify(passkey.assert({ challenge }), stored)).toBeUndefined()
    })

    test('does not hold with any mistake in it', async () => {
      const passkey = new VirtualPasskey(site, { algorithm, synced: true })
      const stored = { publicKey: cbor(passkey.keys.cose), counter: 7, eligible: true }
      const right = { counter: 8 }
      expect(await verify(passkey.assert({ challenge }, right), stored)).toEqual({
        signCount: 8,
        synced: true,
      })
      await fc.assert(
        fc.asyncProperty(mistake, async (wrong) => {
          expect(await verify(passkey.assert({ challenge }, { ...right, ...wrong }), stored)).toBeUndefined()
        }),
        { numRuns: runs },
      )
    })
  })

  test('an ES256 signature holds in canonical DER alone', async () => {
    const passkey = new VirtualPasskey(site, { algorithm: 'ES256', synced: true })
    const stored = { publicKey: cbor(passkey.keys.cose), counter: 0, eligible: true }
    const holds = async (signature: (bytes: Buffer) => Buffer) =>
      (await verify(passkey.assert({ challenge }, { signature }), stored)) !== undefined
    const padded = (bytes: Buffer, at: number) => {
      const longer = Buffer.concat([bytes.subarray(0, at + 2), Buffer.from([0]), bytes.subarray(at + 2)])
      longer.writeUInt8(longer.readUInt8(1) + 1, 1)
      longer.writeUInt8(longer.readUInt8(at + 1) + 1, at + 1)
      return longer
    }
    // The numbers differ in length from signature to signature.
    for (let run = 0; run < runs; run++) {
      expect(await holds((bytes) => bytes)).toBe(true)
      expect(await holds((bytes) => padded(bytes, 2))).toBe(false)
      expect(await holds((bytes) => padded(bytes, 4 + bytes.readUInt8(3)))).toBe(false)
      const longLength = (bytes: Buffer) =>
        Buffer.concat([Buffer.from([0x30, 0x81, bytes.readUInt8(1)]), bytes.subarray(2)])
      expect(await holds(longLength)).toBe(false)
    }
  })
}
