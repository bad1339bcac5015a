import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { cbor, object, raw } from '../../support/authenticator/cbor.ts'
import { Ceremonies, outcome } from '../../support/authenticator/ceremonies.ts'
import { expectQuietLog } from '../../support/service/quiet-log.ts'
import { inboard } from '../../support/service/shared.ts'
import { added, bytes, expectRefused, person, type Table } from './refused-registration.ts'

const ceremonies = new Ceremonies(inboard)

expectQuietLog(inboard)

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
