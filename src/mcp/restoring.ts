import type { Client } from '../client/client.ts'
import type { BinItem } from '../contract/bin.ts'
import type { Board } from './board.ts'
import type { Keys } from './keys.ts'
import type { Operation } from './operations.ts'
import type { collecting } from './refusal.ts'
import { Refusal } from './refusal.ts'
import { quoted } from './show.ts'

const nameOf = ({ text, title }: BinItem) => text ?? title ?? ''
const fold = (text: string) => text.trim().toLowerCase()

/** What is meant of what is in the bin. Of several that are called the same, the one that was deleted last. */
function lookUp(items: BinItem[], reference: string): BinItem | undefined {
  const wanted = fold(reference)
  return (
    items.find(({ id }) => id === wanted || (wanted.length >= 8 && id.endsWith(wanted))) ??
    items.find((item) => fold(nameOf(item)) === wanted) ??
    items.find((item) => wanted !== '' && fold(nameOf(item)).startsWith(wanted))
  )
}

export function findInBin(items: BinItem[], reference: string): BinItem {
  const found = lookUp(items, reference)
  if (found) return found
  const newest = items.slice(0, 5).map((item) => `  ${item.id.slice(-8)} ${quoted(nameOf(item))}`)
  throw new Refusal(
    `Nothing in the bin matches ${quoted(reference)}.${newest.length > 0 ? ` These were deleted last:\n${newest.join('\n')}` : ' It is empty.'}`,
  )
}

interface Restoring {
  id: string
  name: string
  /** None, if it is where it is to be. */
  operation?: Operation
}

export async function restoring(
  client: Client,
  board: Board,
  references: string[],
  keys: Keys,
  problems: ReturnType<typeof collecting>,
): Promise<Restoring[]> {
  const { items } = await client.listBin()
  return references.flatMap((reference): Restoring[] => {
    const item = lookUp(items, reference)
    const there = item ? undefined : findOnBoard(board, reference)
    if (there) return [there]
    if (!item) {
      problems.attempt(() => findInBin(items, reference))
      return []
    }
    const operation: Operation = {
      method: 'POST',
      path: `/api/bin/${item.id}/restore`,
      idempotency_key: keys.keyFor('restore', reference),
    }
    return [{ id: item.id, name: nameOf(item), operation }]
  })
}

/** Whoever asks again, because an answer was lost, finds it restored. */
function findOnBoard({ cards, projects }: Board, reference: string): Restoring | undefined {
  const wanted = fold(reference)
  const things = [
    ...projects.map(({ id, title }) => ({ id, name: title })),
    ...cards.map(({ id, text }) => ({ id, name: text })),
  ]
  return (
    things.find(({ id }) => wanted.length >= 8 && id.endsWith(wanted)) ??
    things.find(({ name }) => wanted !== '' && fold(name).startsWith(wanted))
  )
}
