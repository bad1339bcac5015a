import { expect } from 'vitest'
import type { AttestationDepartures } from '../../support/authenticator/authenticator.ts'
import { cbor } from '../../support/authenticator/cbor.ts'
import { Ceremonies, outcome, passkeysOf } from '../../support/authenticator/ceremonies.ts'
import { inboard } from '../../support/service/shared.ts'
import { person } from './refused-registration.ts'

const ceremonies = new Ceremonies(inboard)

/** Every `step`th of the numbers below `length`, and the last one. */
const ends = (length: number, step: number) =>
  Array.from({ length }, (_, end) => end).filter((end) => end % step === 0 || end === length - 1)

async function expectRefused(all: number[], departureAt: (end: number) => AttestationDepartures) {
  const before = await passkeysOf(person)
  await Promise.all(
    all.map(async (end) => {
      const answer = await ceremonies.register(person, ceremonies.newPasskey(), departureAt(end))
      expect([end, outcome(answer)]).toEqual([end, '400 passkey_invalid'])
    }),
  )
  expect(await passkeysOf(person)).toEqual(before)
}

/** Registration refuses an attestation that is cut off, at every so manieth byte. */
export async function cutOffAttestations(step: number): Promise<void> {
  const { response } = ceremonies.newPasskey().attest({ challenge: '', user: { id: '' } })
  const whole = Buffer.from(response.attestationObject, 'base64url').length
  await expectRefused(ends(whole - 1, step), (end) => ({
    attestationObject: (all) => all.subarray(0, end + 1),
  }))
}

/** The same for the authenticator data within it. */
export async function cutOffAuthenticatorData(format: 'none' | 'packed', step: number): Promise<void> {
  const whole = 55 + 32 + cbor(ceremonies.newPasskey().keys.cose).length
  await expectRefused(ends(whole, step), (end) => ({ format, authData: (data) => data.subarray(0, end) }))
}
