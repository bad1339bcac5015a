import type { Board } from '../board/board.ts'
import { entriesOf, foldName, isShortId, lettersOf, nameOf } from '../board/names.ts'
import type { Client } from '../client/client.ts'
import type { BinItem } from '../contract/bin.ts'
import type { Keys, Operation } from './operations.ts'
import { quoted, shortIdOf } from './show.ts'
import { type collecting, ToolError } from './tool.ts'

/** Finds an item in the bin. If several match, the one that was deleted last. */
function lookUp(items: BinItem[], reference: string): BinItem | undefined {
  const wanted = foldName(reference)
  const entries = entriesOf(items)
  const found =
    entries.find(({ thing: { id } }) => isIdOf(id, wanted)) ??
    entries.find(({ name }) => name === wanted) ??
    entries.find(({ name }) => wanted !== '' && name.startsWith(wanted))
  return found?.thing
}

/** Whether a text is the id, its letters, or its end. */
const isIdOf = (id: string, text: string) =>
  isShortId(text) ? lettersOf(id).startsWith(text) : text.length >= 8 && id.endsWith(text)

export function findInBin(items: BinItem[], reference: string): BinItem {
  const found = lookUp(items, reference)
  if (found) return found
  const newest = items.slice(0, 5).map((item) => `  ${shortIdOf(item.id)} ${quoted(nameOf(item))}`)
  throw new ToolError(
    `Nothing in the bin matches ${quoted(reference)}.${newest.length > 0 ? ` These were deleted last:\n${newest.join('\n')}` : ' It is empty.'}`,
  )
}

interface Restoring {
  id: string
  name: string
  /** Undefined if it is already restored. */
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

/** An agent that repeats a call because the answer was lost finds the item restored. */
function findOnBoard({ cards, projects }: Board, reference: string): Restoring | undefined {
  const wanted = foldName(reference)
  if (wanted === '') return undefined
  const isMeant = ({ thing, name }: { thing: { id: string }; name: string }) =>
    name.startsWith(wanted) || isIdOf(thing.id, wanted)
  const thing = (entriesOf(projects).find(isMeant) ?? entriesOf(cards).find(isMeant))?.thing
  return thing && { id: thing.id, name: nameOf(thing) }
}
