import { expect } from 'vitest'
import type { AttestationDepartures, VirtualPasskey } from '../../support/authenticator/authenticator.ts'
import { Ceremonies, outcome, passkeysOf } from '../../support/authenticator/ceremonies.ts'
import { inboard } from '../../support/service/shared.ts'

const ceremonies = new Ceremonies(inboard)
export const { person } = await ceremonies.holder()

export type Departure = AttestationDepartures | ((passkey: VirtualPasskey) => AttestationDepartures)
export type Table = Record<string, Departure>

/** The registration is refused and changes nothing, except that its challenge is spent. */
export async function expectRefused(departure: Departure) {
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

export const bytes = (hex: string) => Buffer.from(hex, 'hex')
export const added = (hex: string) => (data: Buffer) => Buffer.concat([data, bytes(hex)])
