import { refused } from '../model/changes.ts'
import { idsOf, type OperationOf } from '../model/operations.ts'
import { called, wasOrWere } from '../model/wording.ts'
import { notify } from '../state/notices.ts'

// What became of changes that could not be made as they were meant, since the outbox was last empty.

interface Item {
  id: string
  text: string
}

const lists: Map<string, unknown>[] = []

/** Called for each item. The message covers all of them. */
function telling<One extends Item>(inWords: (items: readonly One[]) => string): (item: One) => void {
  const items = new Map<string, One>()
  lists.push(items)
  return (item) => {
    items.set(item.id, item)
    notify({ text: inWords([...items.values()]) })
  }
}

export function forgetTold(): void {
  for (const items of lists) items.clear()
}

/** Cards that were added to the inbox instead of their project. */
export const tellRehomed = telling<OperationOf<'add card'>>(
  (cards) => `${called(cards)} went to the inbox: ${reasonFor(cards)}.`,
)

const it = ({ length }: readonly unknown[]) => (length === 1 ? 'it' : 'they')

/** Items that were to be restored. */
export const tellLost = telling(
  (items) =>
    `${called(items)} ${items.length === 1 ? 'is' : 'are'} no longer in the bin, so ${it(items)} can't be restored.`,
)

/** Completed cards that were to be deleted. */
export const tellReopened = telling(
  (cards) =>
    `${called(cards)} ${wasOrWere(cards)} reopened elsewhere, so ${it(cards)} ${wasOrWere(cards)} kept.`,
)

/** Cards that were to be completed or reopened. */
export const tellDeleted = telling(
  (cards) =>
    `${called(cards)} ${wasOrWere(cards)} deleted elsewhere, so your ${cards.length === 1 ? 'change to it was' : 'changes to them were'} dropped.`,
)

function reasonFor(cards: readonly OperationOf<'add card'>[]): string {
  const [projectId, ...others] = new Set(cards.map(({ project_id }) => project_id))
  if (others.length > 0) return 'their projects are gone'
  const isUnmade = refused.value.some(({ operation }) => idsOf(operation).some((id) => id === projectId))
  return `${cards.length === 1 ? 'its' : 'their'} project ${isUnmade ? 'could not be created' : 'was deleted'}`
}
