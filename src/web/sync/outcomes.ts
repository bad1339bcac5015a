import { refused } from '../model/changes.ts'
import { idsOf, type OperationOf } from '../model/operations.ts'
import { called } from '../model/wording.ts'
import { notify } from '../state/notices.ts'

// Reports changes that could not be made as intended since the outbox was last empty.

interface Item {
  id: string
  text: string
}

/** The items of each message, by their id. */
export const outcomes = new Map<unknown, Map<string, Item>>()

/** Called for each item. The message covers all of them. */
export const telling =
  <One extends Item>(inWords: (items: readonly One[]) => string) =>
  (item: One): void => {
    const items = (outcomes.get(inWords) ?? new Map()) as Map<string, One>
    outcomes.set(inWords, items.set(item.id, item))
    notify({ text: inWords([...items.values()]) })
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
