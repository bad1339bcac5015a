import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Assertion } from '../../src/contract/passkey.ts'
import { verifyAssertion } from '../../src/server/passkeys/assertion.ts'
import type { PasskeyRow } from '../../src/server/passkeys/passkeys.ts'
import { type AssertionDepartures, VirtualPasskey } from '../support/authenticator.ts'
import { cbor } from '../support/authenticator-cbor.ts'
import type { Algorithm } from '../support/authenticator-keys.ts'

const site = { origin: 'https://inboard.example', rpId: 'inboard.example' }
const challenge = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8'

interface Kept {
  publicKey: Uint8Array
  counter: number
  eligible: boolean
}

function ours(assertion: Assertion, { publicKey, counter, eligible }: Kept) {
  const clientData = JSON.parse(Buffer.from(assertion.response.clientDataJSON, 'base64url').toString())
  const row = {
    public_key: Buffer.from(publicKey).toString('base64url'),
    sign_count: counter,
    backup_eligible: Number(eligible),
  } as PasskeyRow
  return verifyAssertion({ ...site, rpName: 'Inboard' }, assertion, clientData, row)
}

/** The judgement of the library of the field, with what it leaves to us. */
async function theirs(assertion: Assertion, { publicKey, counter, eligible }: Kept) {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...assertion, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
      credential: { id: assertion.id, publicKey: new Uint8Array(publicKey), counter },
    })
    const { newCounter, credentialBackedUp, credentialDeviceType } = authenticationInfo
    if (!verified || (credentialDeviceType === 'multiDevice') !== eligible) return undefined
    return { signCount: newCounter, synced: credentialBackedUp }
  } catch {
    return undefined
  }
}

const flip = (at: number) => (bytes: Buffer) => {
  const where = at % bytes.length
  return Buffer.from(bytes.with(where, (bytes[where] ?? 0) ^ (1 << (at % 8))))
}
const counters = fc.constantFrom(0, 0, 1, 2, 7, 2 ** 32 - 1)
const flag = (name: string) => fc.boolean().map((set) => ({ flags: { [name]: set } }))

const departure: fc.Arbitrary<AssertionDepartures> = fc.oneof(
  fc.constantFrom('webauthn.create', '', null).map((type) => ({ clientData: { type } })),
  fc
    .constantFrom('https://evil.example', `${site.origin}/`, null)
    .map((origin) => ({ clientData: { origin } })),
  fc.constantFrom('example', '').map((rpId) => ({ rpId })),
  ...['up', 'uv', 'be', 'bs', 'at', 'ed'].map(flag),
  counters.map((counter) => ({ counter })),
  fc.nat().map((at) => ({ authData: flip(at) })),
  fc.nat().map((at) => ({ signature: flip(at) })),
)
const departures = fc
  .array(departure, { maxLength: 2 })
  .map((several): AssertionDepartures => Object.assign({}, ...several))

describe.each<Algorithm>(['ES256', 'EdDSA', 'RS256'])('an assertion with %s', (algorithm) => {
  test.each([true, false])('holds as it is (synced: %s)', async (synced) => {
    const passkey = new VirtualPasskey(site, { algorithm, synced })
    const kept = { publicKey: cbor(passkey.keys.cose), counter: 0, eligible: synced }
    const assertion = passkey.assert({ challenge })
    expect(ours(assertion, kept)).toEqual({ signCount: synced ? 0 : 1, synced })
    expect(await theirs(assertion, kept)).toEqual(ours(assertion, kept))
  })

  test('does not hold with anything after its signature', () => {
    const passkey = new VirtualPasskey(site, { algorithm, synced: true })
    const kept = { publicKey: cbor(passkey.keys.cose), counter: 0, eligible: true }
    const signature = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(1)])
    expect(ours(passkey.assert({ challenge }, { signature }), kept)).toBeUndefined()
  })

  test('is judged as the library judges it, whatever is wrong with it', async () => {
    const passkey = new VirtualPasskey(site, { algorithm, synced: true })
    const publicKey = cbor(passkey.keys.cose)
    let held = 0
    await fc.assert(
      fc.asyncProperty(departures, counters, fc.boolean(), async (departures, counter, eligible) => {
        const assertion = passkey.assert({ challenge }, departures)
        const kept = { publicKey, counter, eligible }
        const [judgement, theirJudgement] = [ours(assertion, kept), await theirs(assertion, kept)]
        if (judgement) held++
        // The library reads a signature leniently: it takes what is not quite DER, which WebAuthn §6.5.5 asks for.
        if (judgement || !departures.signature) expect(judgement).toEqual(theirJudgement)
      }),
      { numRuns: 400 },
    )
    expect(held).toBeGreaterThan(10)
  })
})
