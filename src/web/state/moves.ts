import type { Card } from '../../contract/card.ts'
import { type Column, type Columns, cardsOf, columnOf, keyOf } from './columns.ts'
import type { Operation, OperationOf } from './operations.ts'

type Move = OperationOf<'move card'>

/** How many of the cards before a place say where it is. Enough, even if others have moved or deleted many of them. */
const landmarks = 50

/** Moves cards before another card of the column, or to its end. Each is an operation of its own. */
export function movesTo(
  columns: Columns,
  ids: readonly string[],
  column: Column,
  before: string | undefined,
): Move[] {
  const moving = new Set(ids)
  const rest = cardsOf(columns, keyOf(column)).flatMap(({ id }) => (moving.has(id) ? [] : [id]))
  const index = before === undefined ? -1 : rest.indexOf(before)
  const ahead = rest.slice(0, index === -1 ? rest.length : index).slice(-landmarks)
  return ids.map((id, nth) => ({
    kind: 'move card',
    id,
    column: columnOf(column),
    behind: [...ahead, ...ids.slice(Math.max(0, nth - landmarks), nth)].slice(-landmarks),
  }))
}

/** What would put these cards back where they are now. */
export function placesOf(columns: Columns, cards: readonly Card[]): Move[] {
  const chosen = new Set(cards)
  const keys = new Set(cards.map(keyOf))
  return [...keys].flatMap((key) => {
    const there = cardsOf(columns, key)
    return there.flatMap((card, row): Move[] =>
      chosen.has(card)
        ? [
            {
              kind: 'move card',
              id: card.id,
              column: columnOf(card),
              behind: there.slice(Math.max(0, row - landmarks), row).map(({ id }) => id),
            },
          ]
        : [],
    )
  })
}

/** What would make these cards complete, or not, as they are now. */
export const completionsOf = (cards: readonly Card[]): Operation[] =>
  cards.map(({ id, complete }) => ({ kind: 'complete card', id, complete }))
