import { createHash, randomBytes } from 'node:crypto'
import { describe, test } from 'vitest'
import { newAttestationKey } from '../../support/authenticator/attestation-certificate.ts'
import type { AttestationDepartures } from '../../support/authenticator/authenticator.ts'
import { type Cbor, cbor, object, raw } from '../../support/authenticator/cbor.ts'
import { Ceremonies } from '../../support/authenticator/ceremonies.ts'
import { expectQuietLog } from '../../support/service/quiet-log.ts'
import { inboard } from '../../support/service/shared.ts'
import { bytes, expectRefused, type Table } from './refused-registration.ts'

const ceremonies = new Ceremonies(inboard)

expectQuietLog(inboard)

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
