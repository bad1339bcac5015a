import { describe, expect, test } from 'vitest'
import { type Cbor, cbor, raw } from '../../support/authenticator/cbor.ts'
import { Ceremonies, outcome } from '../../support/authenticator/ceremonies.ts'
import { expectQuietLog } from '../../support/service/quiet-log.ts'
import { inboard } from '../../support/service/shared.ts'
import { added, bytes, type Departure, expectRefused, person, type Table } from './refused-registration.ts'

const ceremonies = new Ceremonies(inboard)

expectQuietLog(inboard)

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
