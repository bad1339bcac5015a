import type { Client } from '../client/client.ts'
import type { BinItem } from '../contract/bin.ts'
import type { Board } from './board.ts'
import type { Keys } from './keys.ts'
import type { Operation } from './operations.ts'
import { entriesOf, fold, nameOf } from './references.ts'
import type { collecting } from './refusal.ts'
import { Refusal } from './refusal.ts'
import { quoted } from './show.ts'

/** What is meant of what is in the bin. Of several that are called the same, the one that was deleted last. */
function lookUp(items: BinItem[], reference: string): BinItem | undefined {
  const wanted = fold(reference)
  const entries = entriesOf(items)
  const found =
    entries.find(({ thing: { id } }) => id === wanted || (wanted.length >= 8 && id.endsWith(wanted))) ??
    entries.find(({ name }) => name === wanted) ??
    entries.find(({ name }) => wanted !== '' && name.startsWith(wanted))
  return found?.thing
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
  if (wanted === '') return undefined
  const isMeant = ({ thing, name }: { thing: { id: string }; name: string }) =>
    name.startsWith(wanted) || (wanted.length >= 8 && thing.id.endsWith(wanted))
  const thing = (entriesOf(projects).find(isMeant) ?? entriesOf(cards).find(isMeant))?.thing
  return thing && { id: thing.id, name: nameOf(thing) }
}
