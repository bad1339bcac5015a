import type { Card } from '../contract/card.ts'
import type { Status } from '../contract/project.ts'
import type { Body } from '../contract/routes.ts'

/** The cards of every loaded column, in order, by the column's key. All functions here are pure. */
export type Columns = ReadonlyMap<string, readonly Card[]>

/** A column of a board: a status of a project; or, with two nulls, the inbox. */
export interface Column {
  project_id: string | null
  status_id: string | null
}

export const inbox: Column = { project_id: null, status_id: null }
export const keyOf = ({ status_id }: Pick<Column, 'status_id'>) => status_id ?? 'inbox'

const none: readonly Card[] = []
export const cardsOf = (columns: Columns, key: string) => columns.get(key) ?? none

export function find(columns: Columns, id: string): Card | undefined {
  for (const cards of columns.values()) for (const card of cards) if (card.id === id) return card
  return undefined
}

/** The cards with these ids, in this order. Ids that are not there are skipped. */
export function findAll(columns: Columns, ids: readonly string[]): Card[] {
  const wanted = new Set(ids)
  const found = new Map<string, Card>()
  for (const cards of columns.values())
    for (const card of cards) if (wanted.has(card.id)) found.set(card.id, card)
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** Members that the server sets and no card shows. */
const unseen: ReadonlySet<string> = new Set([
  'owner_id',
  'position',
  'created_at',
  'updated_at',
  'revision',
] satisfies (keyof Card)[])

/** Compares all other members, also those that only a newer version knows. */
export function looksLike(one: Card, other: Card): boolean {
  for (const name of Object.keys(other) as (keyof Card)[])
    if (!unseen.has(name) && one[name] !== other[name]) return false
  return true
}

/**
 * The same columns, reusing the objects of `before` wherever they look the same. A confirmed change differs
 * from the optimistic one only in its numbers, so it is not drawn again.
 */
export function steady(columns: Columns, before: Columns): Columns {
  if (columns === before) return before
  const after = new Map<string, readonly Card[]>()
  let isSame = columns.size === before.size
  for (const [key, cards] of columns) {
    const old = cardsOf(before, key)
    const kept = old === cards ? old : steadyCards(cards, old)
    after.set(key, kept)
    isSame &&= before.get(key) === kept
  }
  return isSame ? before : after
}

function steadyCards(cards: readonly Card[], before: readonly Card[]): readonly Card[] {
  const known = new Map(before.map((card) => [card.id, card]))
  const after: Card[] = []
  let isSame = cards.length === before.length
  for (const card of cards) {
    const old = known.get(card.id)
    const kept = old && looksLike(old, card) ? old : card
    isSame &&= kept === before[after.length]
    after.push(kept)
  }
  return isSame ? before : after
}

export const columnOf = ({ project_id, status_id }: Column): Column => ({ project_id, status_id })

export const forget = (columns: Columns, keys: ReadonlySet<string>): Columns =>
  new Map([...columns].filter(([key]) => !keys.has(key)))

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
const maxMovedCards = 5000

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
  const moves: Move[] = []
  for (let start = ahead.length - ids.length; start < ahead.length; start += maxMovedCards)
    moves.push({
      kind: 'move cards',
      ids: ahead.slice(start, start + maxMovedCards),
      column: columnOf(column),
      behind: ahead.slice(Math.max(0, start - landmarks), start),
      ...(index === -1 && { atEnd: true }),
    })
  return moves
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
  const moves: Move[] = []
  for (const key of new Set(cards.map(keyOf))) {
    const there = cardsOf(columns, key)
    let run: string[] = []
    for (const [row, card] of there.entries()) {
      if (!chosen.has(card) || run.length === maxMovedCards) run = []
      if (!chosen.has(card)) continue
      if (run.push(card.id) === 1)
        moves.push({
          kind: 'move cards',
          ids: run,
          column: columnOf(card),
          behind: there.slice(Math.max(0, row - landmarks), row).map(({ id }) => id),
        })
    }
  }
  return moves
}

/**
 * Moves, followed by what completes or reopens these cards. If that concerns all cards of a move, it is part
 * of the move.
 */
export function turning(moves: readonly Move[], cards: readonly Card[]): (Move | Completion)[] {
  const left = new Map(cards.map((card) => [card.id, card]))
  const turned: Move[] = []
  for (const move of moves) {
    const complete = left.get(move.ids[0] ?? '')?.complete
    const isWhole = complete !== undefined && move.ids.every((id) => left.get(id)?.complete === complete)
    turned.push(isWhole ? { ...move, complete } : move)
    if (isWhole) for (const id of move.ids) left.delete(id)
  }
  return [...turned, ...completionsOf([...left.values()])]
}

/** The steps that restore the present completion of these cards. */
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
  const changed: Card[] = []
  for (const card of cards)
    if (keyOf(card) !== keyOf(to) && card.complete !== complete && (complete || isLast(card)))
      changed.push({ ...card, complete })
  return changed
}
