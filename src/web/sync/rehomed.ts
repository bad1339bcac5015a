import { refused } from '../model/changes.ts'
import { idsOf, type OperationOf } from '../model/operations.ts'
import { called } from '../model/wording.ts'
import { notify } from '../state/notices.ts'

/** Cards that were added to the inbox instead of their project, since the outbox was last empty. */
const rehomed = new Map<string, OperationOf<'add card'>>()

/** Called for each card. The message covers all of them. */
export function tellRehomed(card: OperationOf<'add card'>): void {
  rehomed.set(card.id, card)
  const cards = [...rehomed.values()]
  notify({ text: `${called(cards)} went to the inbox: ${reasonFor(cards)}.` })
}

export const forgetRehomed = () => rehomed.clear()

function reasonFor(cards: readonly OperationOf<'add card'>[]): string {
  const [projectId, ...others] = new Set(cards.map(({ project_id }) => project_id))
  if (others.length > 0) return 'their projects are gone'
  const isUnmade = refused.value.some(({ operation }) => idsOf(operation).some((id) => id === projectId))
  return `${cards.length === 1 ? 'its' : 'their'} project ${isUnmade ? 'could not be created' : 'was deleted'}`
}
