import { refused } from '../state/changes.ts'
import { notify } from '../state/notices.ts'
import { idsOf, type OperationOf } from '../state/operations.ts'
import { called } from '../state/wording.ts'

/** The cards that went to the inbox, as they were to be added, since the outbox was last empty. */
const rehomed = new Map<string, OperationOf<'add card'>>()

/** They are judged one by one, and told of together. */
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
