import type { Card } from '../../contract/card.ts'
import { type Column, type Columns, cardsOf, columnOf, keyOf } from './columns.ts'
import type { Operation, OperationOf } from './operations.ts'

type Move = OperationOf<'move cards'>

/** How many of the cards before a place say where it is. Enough, even if others have moved or deleted many of them. */
const landmarks = 50

const lastOf = (cards: readonly Card[]) => cards.slice(-landmarks).map(({ id }) => id)

/** Moves cards before another card of the column, or to its end. */
export function moveTo(
  columns: Columns,
  ids: readonly string[],
  column: Column,
  before: string | undefined,
): Move {
  const moving = new Set(ids)
  const rest = cardsOf(columns, keyOf(column)).filter(({ id }) => !moving.has(id))
  const index = before === undefined ? -1 : rest.findIndex(({ id }) => id === before)
  const ahead = index === -1 ? rest : rest.slice(0, index)
  const move: Move = { kind: 'move cards', ids, column: columnOf(column), behind: lastOf(ahead) }
  return index === -1 ? { ...move, atEnd: true } : move
}

/** What would put these cards back where they are now: those that lie one behind the other together. */
export function placesOf(columns: Columns, cards: readonly Card[]): Move[] {
  const chosen = new Set(cards)
  const keys = new Set(cards.map(keyOf))
  return [...keys].flatMap((key) => {
    const moves: Move[] = []
    let run: string[] = []
    for (const [row, card] of cardsOf(columns, key).entries()) {
      if (!chosen.has(card)) run = []
      else if (run.push(card.id) === 1)
        moves.push({
          kind: 'move cards',
          ids: run,
          column: columnOf(card),
          behind: lastOf(cardsOf(columns, key).slice(0, row)),
        })
    }
    return moves
  })
}

/**
 * Moves that also make cards complete, or not, as they are given here. Where that is so of all cards of a move, it is one step with
 * it.
 */
export function turning(moves: readonly Move[], cards: readonly Card[]): Operation[] {
  const left = new Map(cards.map((card) => [card.id, card]))
  const turned = moves.map((move) => {
    const those = move.ids.map((id) => left.get(id))
    const [first] = those
    if (!first || those.some((card) => card?.complete !== first.complete)) return move
    for (const id of move.ids) left.delete(id)
    return { ...move, complete: first.complete }
  })
  return [...turned, ...completionsOf([...left.values()])]
}

/** What would make these cards complete, or not, as they are now. */
export const completionsOf = (cards: readonly Card[]): Operation[] =>
  cards.map(({ id, complete }) => ({ kind: 'complete card', id, complete }))
