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

test('of many that finish one sign-in, one gets a session', async () => {
  const { person, passkey } = await ceremonies.holder()
  const assertion = passkey.assert(await ceremonies.startSignIn())
  const counts = await tally(times(10, () => ceremonies.finishSignIn(assertion)))
  expect(counts).toEqual({ '200': 1, '400 challenge_invalid': 9 })
  expect(await passkeysOf(person)).toMatchObject([{ sign_count: 1 }])
})

test('of many that finish one registration, one gets its passkey', async () => {
  const person = await inboard.signIn()
  const options = await ceremonies.startRegistration(person)
  const attestations = times(10, () => ceremonies.newPasskey().attest(options))
  const counts = await tally(attestations.map((one) => ceremonies.finishRegistration(person, one)))
  expect(counts).toEqual({ '201': 1, '400 challenge_invalid': 9 })
  expect(await passkeysOf(person)).toHaveLength(1)
})

test('of clones of a key with one counter, one signs in', async () => {
  const { person, passkey } = await ceremonies.holder()
  for (const counter of [1, 2]) {
    const options = await Promise.all(times(8, () => ceremonies.startSignIn()))
    const assertions = options.map((one) => passkey.assert(one, { counter }))
    const counts = await tally(assertions.map((one) => ceremonies.finishSignIn(one)))
    expect(counts).toEqual({ '200': 1, '401 passkey_invalid': 7 })
    expect(await passkeysOf(person)).toMatchObject([{ sign_count: counter }])
  }
})

test('a counter never decreases, in whatever order its uses arrive', async () => {
  const { person, passkey } = await ceremonies.holder()
  const options = await Promise.all(times(10, () => ceremonies.startSignIn()))
  const assertions = options.map((one) => passkey.assert(one)).reverse()
  const counts = await tally(assertions.map((one) => ceremonies.finishSignIn(one)))
  expect(counts['200']).toBeGreaterThanOrEqual(1)
  expect((counts['200'] ?? 0) + (counts['401 passkey_invalid'] ?? 0)).toBe(10)
  expect(await passkeysOf(person)).toMatchObject([{ sign_count: 10 }])
})

test('of many that register one credential, one has it', async () => {
  const people = await Promise.all(times(8, () => inboard.signIn()))
  const passkey = ceremonies.newPasskey()
  const counts = await tally(people.map((person) => ceremonies.register(person, passkey)))
  expect(counts).toEqual({ '201': 1, '409 passkey_exists': 7 })
  const owned = await Promise.all(people.map(passkeysOf))
  expect(owned.flat()).toHaveLength(1)
})

test('a passkey that is removed during its use stays removed', async () => {
  const { person, passkey, registered } = await ceremonies.holder({ synced: true })
  const options = await Promise.all(times(10, () => ceremonies.startSignIn()))
  const assertions = options.map((one) => passkey.assert(one))
  const path = `/api/passkeys/${registered.id}`
  const [uses, removals] = await Promise.all([
    tally(assertions.map((one) => ceremonies.finishSignIn(one))),
    tally(times(5, () => inboard.request('DELETE', path, { token: person.token }))),
  ])
  expect((uses['200'] ?? 0) + (uses['401 passkey_invalid'] ?? 0)).toBe(10)
  expect(removals).toEqual({ '204': 1, '404 not_found': 4 })
  expect(await passkeysOf(person)).toEqual([])
  expect(outcome(await ceremonies.signIn(passkey))).toBe('401 passkey_invalid')
})
