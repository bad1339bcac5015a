import { describe, expect, test } from 'vitest'
import { cbor } from '../../support/authenticator/cbor.ts'
import { Ceremonies, outcome, passkeysOf } from '../../support/authenticator/ceremonies.ts'
import { expectQuietLog } from '../../support/service/quiet-log.ts'
import { inboard } from '../../support/service/shared.ts'
import { person } from './refused-registration.ts'

const ceremonies = new Ceremonies(inboard)

expectQuietLog(inboard)

describe('registration refuses CBOR', () => {
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
