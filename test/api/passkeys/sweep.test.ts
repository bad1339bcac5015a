import { expect, test } from 'vitest'
import { sweepAccounts } from '../../../src/server/accounts/sweep.ts'
import { Ceremonies, outcome } from '../../support/authenticator/ceremonies.ts'
import { inboard } from '../../support/service/clocked.ts'

const ceremonies = new Ceremonies(inboard)

const minute = 60_000

test('the sweep takes challenges that have expired, and no others', async () => {
  const { world, clock } = inboard
  const kept = async () => (await world.db.all`select challenge from challenges`).length
  clock.advance(5 * minute)
  await sweepAccounts(world)
  const { person, passkey } = await ceremonies.holder()
  await ceremonies.startSignIn()
  await ceremonies.startRegistration(person)
  clock.advance(4 * minute)
  const options = await ceremonies.startSignIn()
  await sweepAccounts(world)
  expect(await kept()).toBe(3)
  clock.advance(2 * minute)
  await sweepAccounts(world)
  expect(await kept()).toBe(1)
  expect(outcome(await ceremonies.finishSignIn(passkey.assert(options)))).toBe('200')
})
