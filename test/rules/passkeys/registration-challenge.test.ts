import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { Ceremonies, outcome, passkeysOf } from '../../support/authenticator/ceremonies.ts'
import { inboard } from '../../support/service/clocked.ts'
import type { SignedIn } from '../../support/service/inboard.ts'
import { expectQuietLog } from '../../support/service/quiet-log.ts'

const ceremonies = new Ceremonies(inboard)

let person: SignedIn
beforeAll(async () => {
  person = (await ceremonies.holder()).person
})
expectQuietLog(inboard)

describe('a registration challenge', () => {
  const minute = 60_000

  test('is good for one registration', async () => {
    const options = await ceremonies.startRegistration(person)
    const passkey = ceremonies.newPasskey()
    const attestation = passkey.attest(options)
    expect(outcome(await ceremonies.finishRegistration(person, attestation))).toBe('201')
    const after = await passkeysOf(person)
    expect(outcome(await ceremonies.finishRegistration(person, attestation))).toBe('400 challenge_invalid')
    const another = ceremonies.newPasskey().attest(options)
    expect(outcome(await ceremonies.finishRegistration(person, another))).toBe('400 challenge_invalid')
    expect(await passkeysOf(person)).toEqual(after)
  })

  test('lasts for five minutes', async () => {
    const [early, late] = [
      await ceremonies.startRegistration(person),
      await ceremonies.startRegistration(person),
    ]
    inboard.clock.advance(4 * minute)
    const inTime = ceremonies.newPasskey().attest(early)
    expect(outcome(await ceremonies.finishRegistration(person, inTime))).toBe('201')
    const before = await passkeysOf(person)
    inboard.clock.advance(1 * minute)
    const tooLate = ceremonies.newPasskey().attest(late)
    expect(outcome(await ceremonies.finishRegistration(person, tooLate))).toBe('400 challenge_invalid')
    expect(await passkeysOf(person)).toEqual(before)
  })

  test('is no use to anyone else, and they cannot spoil it', async () => {
    const stranger = await inboard.signIn()
    const options = await ceremonies.startRegistration(person)
    const passkey = ceremonies.newPasskey()
    const stolen = await ceremonies.finishRegistration(stranger, passkey.attest(options))
    expect(outcome(stolen)).toBe('400 challenge_invalid')
    expect(await passkeysOf(stranger)).toEqual([])
    const own = await ceremonies.finishRegistration(person, passkey.attest(options))
    expect(outcome(own)).toBe('201')
  })

  test('cannot be a sign-in’s, nor made up, nor in another spelling', async () => {
    const before = await passkeysOf(person)
    const { user, challenge } = await ceremonies.startRegistration(person)
    const others = [
      (await ceremonies.startSignIn()).challenge,
      randomBytes(32).toString('base64url'),
      '',
      `${challenge}=`,
      ` ${challenge}`,
      `${challenge}\u0000`,
      challenge.toLowerCase(),
      '\ud800',
      'x'.repeat(20_000),
    ]
    for (const other of others) {
      const attestation = ceremonies.newPasskey().attest({ user, challenge: other })
      expect(outcome(await ceremonies.finishRegistration(person, attestation))).toBe('400 challenge_invalid')
    }
    expect(await passkeysOf(person)).toEqual(before)
  })
})

describe('a credential that is registered already', () => {
  test('is refused to its owner and to others, and stays as it was', async () => {
    const { person: owner, passkey, registered } = await ceremonies.holder()
    const stranger = await inboard.signIn()
    const theirHandle = passkey.userHandle
    for (const someone of [owner, stranger]) {
      // Also the same id with a different key: otherwise anyone who learns an id could lock its owner out.
      const lookalike = ceremonies.newPasskey({ id: passkey.id })
      for (const one of [passkey, lookalike])
        expect(outcome(await ceremonies.register(someone, one))).toBe('409 passkey_exists')
    }
    passkey.userHandle = theirHandle
    expect(await passkeysOf(owner)).toEqual([registered])
    expect(await passkeysOf(stranger)).toEqual([])
    expect((await ceremonies.signIn(passkey)).body.user.id).toBe(owner.user.id)
  })
})
