import type { Card } from '../../contract/card.ts'
import type { Status } from '../../contract/project.ts'
import { type Column, keyOf } from './columns.ts'

/** Whether a column is the last of its project. Entering it completes a card, leaving it reopens the card. */
export const isLastOf = (statuses: readonly Status[] | undefined, { status_id }: Pick<Column, 'status_id'>) =>
  status_id !== null && statuses?.at(-1)?.id === status_id

/** The cards that a move to another column completes or reopens, as they are after it. */
export function changedByMove(
  cards: readonly Card[],
  to: Column,
  isLast: (column: Column) => boolean,
): Card[] {
  const complete = isLast(to)
  return cards
    .filter((card) => keyOf(card) !== keyOf(to) && card.complete !== complete && (complete || isLast(card)))
    .map((card) => ({ ...card, complete }))
}
