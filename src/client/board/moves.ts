import type { Card } from '../../contract/card.ts'
import type { Body } from '../../contract/routes.ts'
import { type Column, type Columns, cardsOf, columnOf, keyOf } from './columns.ts'

/** Moves cards together, behind the last of these cards that is in the column, or to the top if none is. */
export interface Move {
  kind: 'move cards'
  ids: readonly string[]
  column: Column
  behind: readonly string[]
  /** Last, if none of them is in the column. */
  atEnd?: boolean
  /** If that is to change. */
  complete?: boolean
}

export interface Completion {
  kind: 'complete card'
  id: string
  complete: boolean
}

/** How many of the preceding cards serve as landmarks: enough even if others have moved or deleted many of them. */
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

/** The card that follows `after`, or the first one, ignoring the moved cards. Undefined at the end. */
export function nextAfter(
  cards: readonly Card[],
  after: string | undefined,
  moving: readonly string[],
): string | undefined {
  const moved = new Set(moving)
  const from = after === undefined ? 0 : cards.findIndex(({ id }) => id === after) + 1
  return cards.slice(from).find(({ id }) => !moved.has(id))?.id
}

/** The moves that would put these cards back where they are now. Adjacent cards move together. */
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
 * Moves, followed by what completes or reopens these cards. If that concerns all cards of a move, it is part
 * of the move.
 */
export function turning(moves: readonly Move[], cards: readonly Card[]): (Move | Completion)[] {
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

/** What would restore the present completion of these cards. */
export const completionsOf = (cards: readonly Card[]): Completion[] =>
  cards.map(({ id, complete }) => ({ kind: 'complete card', id, complete }))

/** The move as a request body. */
export const orderOf = ({ ids, column, behind, atEnd, complete }: Move): Body<'setColumn'> => ({
  ...column,
  card_ids: [...behind, ...ids],
  moved: [...ids],
  ...(atEnd && { at_end: true }),
  ...(complete !== undefined && { complete }),
})

/** The request for a move or a completion. */
export const operationOf = (step: Move | Completion) =>
  step.kind === 'move cards'
    ? { method: 'PUT', path: '/api/cards/order', body: orderOf(step) }
    : { method: 'PATCH', path: `/api/cards/${step.id}`, body: { complete: step.complete } }
