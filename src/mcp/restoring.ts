import type { Client } from '../client/client.ts'
import type { BinItem } from '../contract/bin.ts'
import type { Keys } from './keys.ts'
import type { Operation } from './operations.ts'
import type { collecting } from './refusal.ts'
import { Refusal } from './refusal.ts'
import { quoted } from './show.ts'

const nameOf = ({ text, title }: BinItem) => text ?? title ?? ''
const fold = (text: string) => text.trim().toLowerCase()

/** What is meant of what is in the bin. Of several that are called the same, the one that was deleted last. */
export function findInBin(items: BinItem[], reference: string): BinItem {
  const wanted = fold(reference)
  const found =
    items.find(({ id }) => id === wanted || (wanted.length >= 8 && id.endsWith(wanted))) ??
    items.find((item) => fold(nameOf(item)) === wanted) ??
    items.find((item) => wanted !== '' && fold(nameOf(item)).startsWith(wanted))
  if (found) return found
  const newest = items.slice(0, 5).map((item) => `  ${item.id} ${quoted(nameOf(item))}`)
  throw new Refusal(
    `Nothing in the bin matches ${quoted(reference)}.${newest.length > 0 ? ` These were deleted last:\n${newest.join('\n')}` : ' It is empty.'}`,
  )
}

export async function restoring(
  client: Client,
  references: string[],
  keys: Keys,
  problems: ReturnType<typeof collecting>,
): Promise<{ id: string; name: string; operation: Operation }[]> {
  const { items } = await client.listBin()
  return references.flatMap((reference) => {
    const item = problems.attempt(() => findInBin(items, reference))
    if (!item) return []
    const operation: Operation = {
      method: 'POST',
      path: `/api/bin/${item.id}/restore`,
      idempotency_key: keys.keyFor('restore', reference),
    }
    return [{ id: item.id, name: nameOf(item), operation }]
  })
}
