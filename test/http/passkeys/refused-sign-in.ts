import { expect } from 'vitest'
import type { AssertionDepartures } from '../../support/authenticator/authenticator.ts'
import { Ceremonies, outcome, passkeysOf } from '../../support/authenticator/ceremonies.ts'
import { inboard } from '../../support/service/shared.ts'

export type Holder = Awaited<ReturnType<Ceremonies['holder']>>

const ceremonies = new Ceremonies(inboard)

export type Departure = AssertionDepartures | ((holder: Holder) => AssertionDepartures)
export type Table = Record<string, Departure>

/** The sign-in is refused and changes nothing, except that its challenge is spent; the passkey still works. */
export async function expectRefused(holder: Holder, departure: Departure, ...others: Holder[]) {
  const everyPasskey = () => Promise.all([holder, ...others].map(({ person }) => passkeysOf(person)))
  const before = await everyPasskey()
  const options = await ceremonies.startSignIn()
  const departures = typeof departure === 'function' ? departure(holder) : departure
  const answer = await ceremonies.finishSignIn(holder.passkey.assert(options, departures))
  expect(outcome(answer)).toBe('401 passkey_invalid')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const again = await ceremonies.finishSignIn(holder.passkey.assert(options))
  expect(outcome(again)).toBe('400 challenge_invalid')
  expect(await everyPasskey()).toEqual(before)
  expect(outcome(await ceremonies.signIn(holder.passkey))).toBe('200')
}
