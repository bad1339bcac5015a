import type { Card } from '../../contract/card.ts'
import { type Column, type Columns, cardsOf, columnOf, keyOf } from './columns.ts'
import type { Operation, OperationOf } from './operations.ts'

type Move = OperationOf<'move cards'>

/** How many of the cards before a place say where it is. Enough, even if others have moved or deleted many of them. */
const landmarks = 50

/** An order takes 10,000 ids, landmarks included. */
const mostAtOnce = 5000

/** Moves cards before another card of the column, or to its end. */
export function movesTo(
  columns: Columns,
  ids: readonly string[],
  column: Column,
  before: string | undefined,
): Move[] {
  const moving = new Set(ids)
  const rest = cardsOf(columns, keyOf(column)).flatMap(({ id }) => (moving.has(id) ? [] : [id]))
  const index = before === undefined ? -1 : rest.indexOf(before)
  const ahead = [...(index === -1 ? rest : rest.slice(0, index)), ...ids]
  return Array.from({ length: Math.ceil(ids.length / mostAtOnce) }, (_, nth): Move => {
    const start = ahead.length - ids.length + nth * mostAtOnce
    return {
      kind: 'move cards',
      ids: ahead.slice(start, start + mostAtOnce),
      column: columnOf(column),
      behind: ahead.slice(Math.max(0, start - landmarks), start),
      ...(index === -1 && { atEnd: true }),
    }
  })
}

/** What would put these cards back where they are now: those that lie one behind the other together. */
export function placesOf(columns: Columns, cards: readonly Card[]): Move[] {
  const chosen = new Set(cards)
  const keys = new Set(cards.map(keyOf))
  return [...keys].flatMap((key) => {
    const there = cardsOf(columns, key)
    const moves: Move[] = []
    let run: string[] = []
    for (const [row, card] of there.entries()) {
      if (!chosen.has(card) || run.length === mostAtOnce) run = []
      if (!chosen.has(card)) continue
      if (run.push(card.id) === 1)
        moves.push({
          kind: 'move cards',
          ids: run,
          column: columnOf(card),
          behind: there.slice(Math.max(0, row - landmarks), row).map(({ id }) => id),
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
