import type { Client } from '../../../src/client/client.ts'
import { times } from './sending.ts'

/** The most operations of a batch. */
const most = 100

/** Adds a card for each text in order, in as few requests as possible. Resolves to their ids. */
export async function addTexts(
  client: Client,
  texts: string[],
  path = '/api/inbox/cards',
): Promise<string[]> {
  const ids: string[] = []
  for (const part of times(Math.ceil(texts.length / most), (index) =>
    texts.slice(index * most, (index + 1) * most),
  )) {
    const operations = part.map((text) => ({ method: 'POST' as const, path, body: { text } }))
    const { results } = await client.batch({ operations })
    ids.push(...results.map(({ body }) => (body as { card: { id: string } }).card.id))
  }
  return ids
}
