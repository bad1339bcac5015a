import { expect, test } from 'vitest'
import { Ceremonies, outcome, passkeysOf } from '../../support/authenticator/ceremonies.ts'
import type { Answer } from '../../support/service/inboard.ts'
import { times } from '../../support/service/sending.ts'
import { inboard } from '../../support/service/shared.ts'

const ceremonies = new Ceremonies(inboard)

async function tally(answers: Promise<Answer>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const name of (await Promise.all(answers)).map(outcome)) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

test('a synced passkey signs in on many devices at once', async () => {
  const { passkey } = await ceremonies.holder({ synced: true })
  expect(await tally(times(20, () => ceremonies.signIn(passkey)))).toEqual({ '200': 20 })
})

test('of many that are registered at the limit of an account, as many as fit are', async () => {
  const { person, passkey } = await ceremonies.holder()
  await Promise.all(times(46, () => ceremonies.register(person, ceremonies.newPasskey())))
  const counts = await tally(times(8, () => ceremonies.register(person, ceremonies.newPasskey())))
  expect(counts).toEqual({ '201': 3, '409 passkey_limit_reached': 5 })
  expect(await passkeysOf(person)).toHaveLength(50)
  // That it is there already is said first.
  expect(outcome(await ceremonies.register(person, passkey))).toBe('409 passkey_exists')
  const [{ id } = { id: '' }] = await passkeysOf(person)
  await person.client.removePasskey({ id })
  expect(outcome(await ceremonies.register(person, ceremonies.newPasskey()))).toBe('201')
})
