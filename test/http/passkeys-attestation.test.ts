import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newAttestationKey } from '../support/authenticator/attestation-certificate.ts'
import type { AttestationDepartures, VirtualPasskey } from '../support/authenticator/authenticator.ts'
import { type Cbor, cbor, object, raw } from '../support/authenticator/cbor.ts'
import { Ceremonies, outcome, passkeysOf } from '../support/authenticator/ceremonies.ts'
import { type SignedIn, startTestInboard, type TestInboard } from '../support/service/inboard.ts'

let inboard: TestInboard
let ceremonies: Ceremonies
let person: SignedIn
beforeAll(async () => {
  inboard = await startTestInboard()
  ceremonies = new Ceremonies(inboard)
  person = (await ceremonies.holder()).person
})
afterAll(async () => {
  await inboard.stop()
  // Nothing that a stranger sends is worth a line in the operator's log.
  expect(inboard.log).toEqual([])
})

type Departure = AttestationDepartures | ((passkey: VirtualPasskey) => AttestationDepartures)
type Table = Record<string, Departure>

/** The registration is refused and changes nothing, except that its challenge is spent. */
async function expectRefused(departure: Departure) {
  const before = await passkeysOf(person)
  const passkey = ceremonies.newPasskey()
  const options = await ceremonies.startRegistration(person)
  const departures = typeof departure === 'function' ? departure(passkey) : departure
  const answer = await ceremonies.finishRegistration(person, passkey.attest(options, departures))
  expect(outcome(answer)).toBe('400 passkey_invalid')
  const again = await ceremonies.finishRegistration(person, passkey.attest(options))
  expect(outcome(again)).toBe('400 challenge_invalid')
  expect(await passkeysOf(person)).toEqual(before)
}

const bytes = (hex: string) => Buffer.from(hex, 'hex')
const added = (hex: string) => (data: Buffer) => Buffer.concat([data, bytes(hex)])

describe('registration refuses client data', () => {
  const table: Table = {
    'of another site': { clientData: { origin: 'https://evil.example' } },
    'of another port': { clientData: { origin: 'http://localhost:1' } },
    'of a subdomain': { clientData: { origin: 'http://app.localhost' } },
    'with no origin': { clientData: { origin: undefined } },
    'with a list of origins': (passkey) => ({ clientData: { origin: [passkey.site.origin] } }),
    'with a slash after the origin': (passkey) => ({ clientData: { origin: `${passkey.site.origin}/` } }),
    'over TLS where the site is not': (passkey) => ({
      clientData: { origin: passkey.site.origin.replace('http:', 'https:') },
    }),
    'of a sign-in': { clientData: { type: 'webauthn.get' } },
    'of no ceremony': { clientData: { type: undefined } },
    'from inside another site’s page': { clientData: { crossOrigin: true } },
    'that is vague about being framed': { clientData: { crossOrigin: 'false' } },
    'that names a page around it': { clientData: { topOrigin: 'https://evil.example' } },
    'that names our own page around it': (passkey) => ({ clientData: { topOrigin: passkey.site.origin } }),
  }
  test.each(Object.entries(table))('%s', (_, departure) => expectRefused(departure))
})

describe('registration refuses authenticator data', () => {
  const table: Table = {
    'for another RP id': { rpId: 'evil.example' },
    'for our origin in place of our RP id': (passkey) => ({ rpId: passkey.site.origin }),
    'with no user present': { flags: { up: false } },
    'with no user verified': { flags: { uv: false } },
    'backed up but not eligible for it': { flags: { bs: true } },
    'that says it has no credential, and has': { flags: { at: false } },
    'that has no credential': { flags: { at: false }, authData: (data) => data.subarray(0, 37) },
    'that promises extensions and has none': { flags: { ed: true } },
    'with extensions that it does not promise': { extensions: object({ uvm: 1 }), flags: { ed: false } },
    'with extensions that are no map': { extensions: 1 },
    'with extensions that end early': { extensions: raw('a1', cbor('blob'), '4901') },
    'with more extensions than any authenticator has': { extensions: object({ blob: Buffer.alloc(9000) }) },
    'with bytes after its key': { authData: added('00') },
    'with bytes after its extensions': { extensions: object({ uvm: 1 }), authData: added('a0') },
    'of nothing': { authData: () => Buffer.alloc(0) },
    'with another id than the credential’s': { attestedId: randomBytes(32) },
    'with a longer id than the credential’s': (passkey) => ({
      attestedId: Buffer.concat([passkey.id, bytes('00')]),
    }),
    'with an empty id': { attestedId: Buffer.alloc(0) },
    'whose id ends beyond it': {
      authData: (data) => Buffer.concat([data.subarray(0, 53), bytes('ffff'), data.subarray(55)]),
    },
  }
  test.each(Object.entries(table))('%s', (_, departure) => expectRefused(departure))

  test.each([1024, 4000])('with an id of %i bytes', async (length) => {
    const passkey = ceremonies.newPasskey({ id: randomBytes(length) })
    expect(outcome(await ceremonies.register(person, passkey))).toBe('400 passkey_invalid')
  })
})

describe('registration refuses an attestation', () => {
  const maker = newAttestationKey()
  const claims = (fmt: Cbor, attStmt: Record<string, Cbor>): AttestationDepartures => ({
    attestation: () => ({ fmt, attStmt: object(attStmt) }),
  })
  const restated = (change: Record<string, Cbor>): AttestationDepartures => ({
    format: 'packed',
    attestationObject: (_, parts) => {
      const statement = new Map([...(parts.get('attStmt') as Map<Cbor, Cbor>), ...object(change)])
      return cbor(new Map([...parts, ['attStmt', statement]]))
    },
  })
  const table: Table = {
    // This one and the next are valid by the standard. We refuse them, because we ask for no attestation.
    'packed, with a maker’s certificate': {
      attestation: ({ authData, clientDataHash }) => ({
        fmt: 'packed',
        attStmt: object({
          alg: -7,
          sig: maker.sign(Buffer.concat([authData, clientDataHash])),
          x5c: [maker.certificate],
        }),
      }),
    },
    'fido-u2f, with a maker’s certificate': ({ id, keys }) => ({
      attestation: ({ authData, clientDataHash }) => {
        const point = [-2, -3].map((label) => keys.cose.get(label) as Uint8Array)
        const parts = [bytes('00'), authData.subarray(0, 32), clientDataHash, id, bytes('04'), ...point]
        return {
          fmt: 'fido-u2f',
          attStmt: object({ sig: maker.sign(Buffer.concat(parts)), x5c: [maker.certificate] }),
        }
      },
    }),
    tpm: claims('tpm', {
      ver: '2.0',
      alg: -257,
      sig: randomBytes(256),
      x5c: [maker.certificate],
      pubArea: randomBytes(80),
      certInfo: randomBytes(100),
    }),
    apple: claims('apple', { x5c: [maker.certificate] }),
    'android-key': claims('android-key', { alg: -7, sig: randomBytes(70), x5c: [maker.certificate] }),
    'android-safetynet': claims('android-safetynet', { ver: '1', response: Buffer.from('a.b.c') }),
    compound: claims('compound', {}),
    'of an unknown format': claims('home-made', {}),
    'of a format in capitals': claims('None', {}),
    'of a format that is no text': claims(Buffer.from('none'), {}),
    'of no format': { attestationObject: (_, parts) => cbor(without(parts, 'fmt')) },
    'without a statement': { attestationObject: (_, parts) => cbor(without(parts, 'attStmt')) },
    'without authenticator data': { attestationObject: (_, parts) => cbor(without(parts, 'authData')) },
    'none, with a statement': claims('none', { sig: randomBytes(70) }),
    'none, with a list as its statement': { attestation: () => ({ attStmt: [] }) },
    'none, with a number as its statement': { attestation: () => ({ attStmt: 0 }) },
    'none, with null as its statement': { attestation: () => ({ attStmt: null }) },
    'packed, with an empty statement': claims('packed', {}),
    'packed, signed with another key': (passkey) => ({
      format: 'packed',
      signer: ceremonies.newPasskey({ algorithm: passkey.keys.algorithm }).keys,
    }),
    'packed, with an altered signature': restated({ sig: randomBytes(70) }),
    'packed, with an empty signature': restated({ sig: Buffer.alloc(0) }),
    'packed, naming another algorithm with the same hash': restated({ alg: -257 }),
    'packed, naming an unknown algorithm': restated({ alg: 1 }),
    'packed, with no certificates in its list': restated({ x5c: [] }),
    'packed, with null for certificates': restated({ x5c: null }),
    'packed, with undefined for certificates': restated({ x5c: raw('f7') }),
    'packed, with the key id of a retired kind': restated({ ecdaaKeyId: randomBytes(8) }),
    'packed, over other client data': (passkey) => ({
      attestation: ({ authData }) => ({
        fmt: 'packed',
        attStmt: object({
          alg: -7,
          sig: passkey.keys.sign(Buffer.concat([authData, createHash('sha256').digest()])),
        }),
      }),
    }),
  }
  test.each(Object.entries(table))('%s', (_, departure) => expectRefused(departure))

  function without(parts: Map<Cbor, Cbor>, key: string) {
    const rest = new Map(parts)
    rest.delete(key)
    return rest
  }
})

describe('registration refuses CBOR', () => {
  const swapped = (
    change: (parts: { fmt: Buffer; attStmt: Buffer; authData: Buffer }) => Cbor,
  ): Departure => ({
    attestationObject: (_, parts) => {
      const [fmt, attStmt, authData] = ['fmt', 'attStmt', 'authData'].map((name) =>
        Buffer.concat([cbor(name), cbor(parts.get(name) ?? null)]),
      ) as [Buffer, Buffer, Buffer]
      return cbor(change({ fmt, attStmt, authData }))
    },
  })
  const dataOf = (parts: Map<Cbor, Cbor>) => parts.get('authData') as Buffer
  const table: Table = {
    'with a byte after its end': { attestationObject: added('00') },
    'followed by itself': { attestationObject: (whole) => Buffer.concat([whole, whole]) },
    'whose last string is said to be longer': {
      attestationObject: (_, parts) => cbor(new Map([...parts, ['authData', raw('59ffff', dataOf(parts))]])),
    },
    'with a length of 64 bits': {
      attestationObject: (_, parts) =>
        cbor(new Map([...parts, ['authData', raw('5bffffffffffffffff', dataOf(parts))]])),
    },
    'of indefinite length': swapped(({ fmt, attStmt, authData }) => raw('bf', fmt, attStmt, authData, 'ff')),
    'with a string of indefinite length': {
      attestationObject: (_, parts) =>
        cbor(new Map([...parts, ['authData', raw('5f', cbor(dataOf(parts)), 'ff')]])),
    },
    'with a member twice': swapped(({ fmt, attStmt, authData }) => raw('a4', fmt, fmt, attStmt, authData)),
    'with fewer members than it says': swapped(({ fmt, attStmt, authData }) =>
      raw('a4', fmt, attStmt, authData),
    ),
    'with more members than it says': swapped(({ fmt, attStmt, authData }) =>
      raw('a2', fmt, attStmt, authData),
    ),
    'with a tag': { attestationObject: (whole) => cbor(raw('d9d9f7', whole)) },
    'with a key that is a map': swapped(({ fmt, attStmt, authData }) =>
      raw('a4', 'a0a0', fmt, attStmt, authData),
    ),
    'that is a list': swapped(({ fmt, attStmt, authData }) => raw('86', fmt, attStmt, authData)),
    'that is a number': { attestationObject: () => cbor(1) },
    'that is a string of bytes': { attestationObject: (whole) => cbor(whole) },
    'that is a lone break': { attestationObject: () => bytes('ff') },
    'of a reserved kind': { attestationObject: () => bytes('fc') },
    'that is no CBOR at all': { attestationObject: () => Buffer.from('{"fmt":"none"}') },
    'with a member of its key twice': (passkey) => ({
      publicKey: raw('a6', cbor(passkey.keys.cose).subarray(1), '0326'),
    }),
    'with a key of indefinite length': (passkey) => ({
      publicKey: raw('bf', cbor(passkey.keys.cose).subarray(1), 'ff'),
    }),
    'with lists a thousand deep': { attestation: () => ({ attStmt: raw('81'.repeat(1000), '00') }) },
    'with text that is not UTF-8': { attestation: () => ({ fmt: raw('64ffffffff') }) },
  }
  test.each(Object.entries(table))('%s', (_, departure) => expectRefused(departure))

  test('cut off anywhere', async () => {
    const length = ceremonies.newPasskey().attest({ challenge: '', user: { id: '' } }).response
      .attestationObject.length
    const before = await passkeysOf(person)
    const whole = Buffer.byteLength('x'.repeat(length), 'base64url')
    await Promise.all(
      Array.from({ length: whole - 1 }, async (_, end) => {
        const passkey = ceremonies.newPasskey()
        const attestationObject = (all: Buffer) => all.subarray(0, end + 1)
        const answer = await ceremonies.register(person, passkey, { attestationObject })
        expect([end, outcome(answer)]).toEqual([end, '400 passkey_invalid'])
      }),
    )
    expect(await passkeysOf(person)).toEqual(before)
  })

  test.each(['none', 'packed'] as const)(
    'with authenticator data cut off anywhere, attested as %s',
    async (format) => {
      const before = await passkeysOf(person)
      const whole = 55 + 32 + cbor(ceremonies.newPasskey().keys.cose).length
      await Promise.all(
        Array.from({ length: whole }, async (_, end) => {
          const passkey = ceremonies.newPasskey()
          const answer = await ceremonies.register(person, passkey, {
            format,
            authData: (data) => data.subarray(0, end),
          })
          expect([end, outcome(answer)]).toEqual([end, '400 passkey_invalid'])
        }),
      )
      expect(await passkeysOf(person)).toEqual(before)
    },
  )
})

test('registration accepts CBOR whose lengths are not the shortest, as not every authenticator is canonical', async () => {
  const passkey = ceremonies.newPasskey()
  const attestationObject = (_: Buffer, parts: Map<Cbor, Cbor>) => {
    const data = parts.get('authData') as Buffer
    return cbor(new Map([...parts, ['authData', raw('5900', Buffer.from([data.length]), data)]]))
  }
  const options = await ceremonies.startRegistration(person)
  const answer = await ceremonies.finishRegistration(person, passkey.attest(options, { attestationObject }))
  expect(outcome(answer)).toBe('201')
})
