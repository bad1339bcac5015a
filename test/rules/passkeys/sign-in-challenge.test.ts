import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { Ceremonies, outcome, passkeysOf } from '../../support/authenticator/ceremonies.ts'
import { inboard } from '../../support/service/clocked.ts'

const ceremonies = new Ceremonies(inboard)

type Holder = Awaited<ReturnType<Ceremonies['holder']>>

let synced: Holder
let other: Holder
beforeAll(async () => {
  synced = await ceremonies.holder({ synced: true, algorithm: 'EdDSA' })
  other = await ceremonies.holder()
})

const minute = 60_000
const everyPasskey = () => Promise.all([synced, other].map(({ person }) => passkeysOf(person)))

describe('a sign-in challenge', () => {
  test('is good for one sign-in', async () => {
    const assertion = synced.passkey.assert(await ceremonies.startSignIn())
    expect(outcome(await ceremonies.finishSignIn(assertion))).toBe('200')
    const before = await everyPasskey()
    expect(outcome(await ceremonies.finishSignIn(assertion))).toBe('400 challenge_invalid')
    expect(await everyPasskey()).toEqual(before)
  })

  test('is good for one passkey, whoever’s', async () => {
    const options = await ceremonies.startSignIn()
    expect(outcome(await ceremonies.finishSignIn(synced.passkey.assert(options)))).toBe('200')
    const before = await everyPasskey()
    expect(outcome(await ceremonies.finishSignIn(other.passkey.assert(options)))).toBe(
      '400 challenge_invalid',
    )
    expect(await everyPasskey()).toEqual(before)
  })

  test('lasts for five minutes', async () => {
    const [early, late] = [await ceremonies.startSignIn(), await ceremonies.startSignIn()]
    inboard.clock.advance(4 * minute)
    expect(outcome(await ceremonies.finishSignIn(synced.passkey.assert(early)))).toBe('200')
    const before = await everyPasskey()
    inboard.clock.advance(1 * minute)
    const tooLate = await ceremonies.finishSignIn(synced.passkey.assert(late))
    expect(outcome(tooLate)).toBe('400 challenge_invalid')
    expect(await everyPasskey()).toEqual(before)
  })

  test('cannot be a registration’s, one’s own or not, nor made up', async () => {
    const own = await ceremonies.startRegistration(synced.person)
    const theirs = await ceremonies.startRegistration(other.person)
    const before = await everyPasskey()
    for (const challenge of [
      own.challenge,
      theirs.challenge,
      randomBytes(32).toString('base64url'),
      '',
      '\u0000',
    ]) {
      const answer = await ceremonies.finishSignIn(synced.passkey.assert({ challenge }))
      expect(outcome(answer)).toBe('400 challenge_invalid')
    }
    expect(await everyPasskey()).toEqual(before)
    const unspoilt = await ceremonies.finishRegistration(synced.person, ceremonies.newPasskey().attest(own))
    expect(outcome(unspoilt)).toBe('201')
  })
})
