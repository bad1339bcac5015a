import { expect } from 'vitest'
import type { AssertionDepartures } from '../../support/authenticator/authenticator.ts'
import { Ceremonies, outcome, passkeysOf } from '../../support/authenticator/ceremonies.ts'
import { inboard } from '../../support/service/shared.ts'

export type Holder = Awaited<ReturnType<Ceremonies['holder']>>

const ceremonies = new Ceremonies(inboard)

export type Departure = AssertionDepartures | ((holder: Holder) => AssertionDepartures)
export type Table = Record<string, Departure>

/** The sign-in is refused, and its challenge is spent. */
export async function expectRefused(holder: Holder, departure: Departure) {
  const options = await ceremonies.startSignIn()
  const departures = typeof departure === 'function' ? departure(holder) : departure
  const answer = await ceremonies.finishSignIn(holder.passkey.assert(options, departures))
  expect(outcome(answer)).toBe('401 passkey_invalid')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const again = await ceremonies.finishSignIn(holder.passkey.assert(options))
  expect(outcome(again)).toBe('400 challenge_invalid')
}

/** All that there is of the passkeys of these people. */
export const everyPasskey = (...holders: Holder[]) =>
  Promise.all(holders.map(({ person }) => passkeysOf(person)))

/** The same, and it changes nothing: the passkey still works. */
export async function expectRefusedUnchanged(holder: Holder, departure: Departure) {
  const before = await everyPasskey(holder)
  await expectRefused(holder, departure)
  expect(await everyPasskey(holder)).toEqual(before)
  expect(outcome(await ceremonies.signIn(holder.passkey))).toBe('200')
}
