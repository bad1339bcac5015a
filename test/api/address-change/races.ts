import { expect, test } from 'vitest'
import { inboard } from '../../support/service/shared.ts'
import { askFor, newAddress, open } from './asking.ts'

/** Opening the link of a change, again and again while others open theirs. */
export function raceForAddresses(rounds: number): void {
  test('races for one address to exactly one winner', async () => {
    for (let round = 0; round < rounds; round++) {
      const email = newAddress()
      const people = await Promise.all([inboard.signIn(), inboard.signIn(), inboard.signIn()])
      const tokens: string[] = []
      for (const person of people) tokens.push(await askFor(person, email))
      const answers = await Promise.all(tokens.map((token) => open(token)))
      expect(answers.toSorted()).toEqual(['accepted', 'email_taken', 'email_taken'])
      const addresses = await Promise.all(people.map(async ({ client }) => (await client.readMe()).user))
      expect(addresses.filter((user) => user.email === email)).toHaveLength(1)
      expect(addresses.every((user) => user.pending_email === null)).toBe(true)
    }
  })

  test('races the verification of that address to one owner', async () => {
    for (let round = 0; round < rounds; round++) {
      const person = await inboard.signIn()
      const email = newAddress()
      const change = await askFor(person, email)
      await inboard.client().requestLink({ email })
      const signIn = await inboard.linkTo(email, 2)
      const answers = await Promise.all([open(change), open(signIn)])
      const changed = (await person.client.readMe()).user.email === email
      expect(answers).toEqual(changed ? ['accepted', 'token_unknown'] : ['email_taken', 'accepted'])
    }
  })
}
