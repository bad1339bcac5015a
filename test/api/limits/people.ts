import type { Card } from '../../../src/contract/card.ts'
import { expectExact } from '../../support/service/counted.ts'
import type { TestInboard } from '../../support/service/inboard.ts'
import { sender, times } from '../../support/service/sending.ts'
import { small } from '../../support/service/small.ts'

export const noCards = '409 card_limit_reached'
export const noText = '409 storage_limit_reached'

/** Somebody with room for ten cards and a hundred bytes of text. */
export async function newcomer(at: TestInboard = small) {
  const person = await at.signIn()
  const send = sender(at, person.token)
  return {
    ...person,
    send,
    add: async (text: string, key?: string) =>
      await send('POST /api/inbox/cards', { body: { text }, ...(key && { key }) }),
    edit: async (id: string, body: object) => (await send(`PATCH /api/cards/${id}`, { body })).outcome,
    /** Texts and titles in the bin, the newest first. */
    bin: async () => (await person.client.listBin()).items.map(({ text, title }) => text ?? title),
    expectExact: () => expectExact(person, at),
  }
}

export type Newcomer = Awaited<ReturnType<typeof newcomer>>

/** Cards with these texts, in the inbox or already deleted again, in this order. */
export async function addAll({ client }: Newcomer, texts: string[], deleted = false): Promise<string[]> {
  const operations = texts.map((text) => ({ method: 'POST', path: '/api/inbox/cards', body: { text } }))
  const { results } = await client.batch({ operations })
  const ids = results.map(({ body }) => (body as { card: Card }).card.id)
  if (deleted) for (const id of ids) await client.removeCard({ id })
  return ids
}

export const many = (count: number, text = 'x') => times(count, () => text)
