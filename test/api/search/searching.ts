import type { Client } from '../../../src/client/client.ts'
import { inboard } from '../../support/service/clocked.ts'
import type { SignedIn } from '../../support/service/inboard.ts'

/** Somebody with a card for each text, the first one being the oldest. */
export async function withCards(...texts: string[]): Promise<SignedIn> {
  const person = await inboard.signIn()
  for (const text of texts) {
    await person.client.addInboxCard({ text })
    inboard.clock.advance(1000)
  }
  return person
}

export const found = async (client: Client, q: string, limit?: number) =>
  (await client.searchCards({ q, ...(limit && { limit }) })).cards.map(({ text }) => text)
