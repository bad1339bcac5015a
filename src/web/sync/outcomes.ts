import { refused } from '../model/changes.ts'
import { idsOf, type OperationOf } from '../model/operations.ts'
import { called } from '../model/wording.ts'
import { notify } from '../state/notices.ts'

// What became of changes that could not be made as they were meant, since the outbox was last empty.

interface Item {
  id: string
  text: string
}

const lists: Map<string, unknown>[] = []

/** Called for each item. The message covers all of them. */
export function telling<One extends Item>(inWords: (items: readonly One[]) => string): (item: One) => void {
  const items = new Map<string, One>()
  lists.push(items)
  return (item) => {
    items.set(item.id, item)
    notify({ text: inWords([...items.values()]) })
  }
}

export function forgetOutcomes(): void {
  for (const items of lists) items.clear()
}

/** Cards that were added to the inbox instead of their project. */
export const tellRehomed = telling<OperationOf<'add card'>>(
  (cards) => `${called(cards)} went to the inbox: ${reasonFor(cards)}.`,
)

function reasonFor(cards: readonly OperationOf<'add card'>[]): string {
  const [projectId, ...others] = new Set(cards.map(({ project_id }) => project_id))
  if (others.length > 0) return 'their projects are gone'
  const isUnmade = refused.value.some(({ operation }) => idsOf(operation).some((id) => id === projectId))
  return `${cards.length === 1 ? 'its' : 'their'} project ${isUnmade ? 'could not be created' : 'was deleted'}`
}
