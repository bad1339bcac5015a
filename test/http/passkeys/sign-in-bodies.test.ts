import { beforeAll, describe, expect, test } from 'vitest'
import type { Passkey } from '../../../src/contract/passkey.ts'
import type { VirtualPasskey } from '../../support/authenticator/authenticator.ts'
import { Ceremonies, outcome, passkeysOf } from '../../support/authenticator/ceremonies.ts'
import type { SignedIn } from '../../support/service/inboard.ts'
import { inboard } from '../../support/service/shared.ts'
import { bodies, changed, credentialTexts, wrongly, wrongMembers } from './wrong-bodies.ts'

const ceremonies = new Ceremonies(inboard)

let person: SignedIn
let assertion: ReturnType<VirtualPasskey['assert']>
let before: Passkey[]
beforeAll(async () => {
  const holder = await ceremonies.holder({ synced: true })
  person = holder.person
  before = await passkeysOf(person)
  assertion = holder.passkey.assert(await ceremonies.startSignIn())
})

describe('a sign-in body', () => {
  const wrong = [
    ...wrongMembers,
    ...wrongly([
      ...credentialTexts,
      'response.authenticatorData',
      'response.signature',
      'response.userHandle',
    ]),
  ]

  test.each(wrong)('with its %s %s is 422', async (path, _, change) => {
    const answer = await ceremonies.finishSignIn(changed(assertion, path, change))
    expect(outcome(answer)).toBe('422 validation_failed')
    expect(answer.body.errors.map(({ field }: { field: string }) => field)).toContain(path)
  })

  test.each(bodies)('of %s is 422', async (body) => {
    expect(outcome(await ceremonies.finishSignIn(body))).toBe('422 validation_failed')
  })

  test('that is wrong changes nothing and leaves the challenge, through all of these', async () => {
    expect(await passkeysOf(person)).toEqual(before)
    expect(outcome(await ceremonies.finishSignIn(assertion))).toBe('200')
  })
})
