import type { Card } from '../../contract/card.ts'

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
  for (const cards of columns.values()) {
    const found = cards.find((card) => card.id === id)
    if (found) return found
  }
  return undefined
}

const byId = (columns: Columns) => new Map([...columns.values()].flat().map((card) => [card.id, card]))

/** The cards with these ids, in this order. Ids that are not there are skipped. */
export function findAll(columns: Columns, ids: readonly string[]): Card[] {
  const known = byId(columns)
  return ids.map((id) => known.get(id)).filter((card) => card !== undefined)
}

/** Columns that do not change stay the same objects, so that nothing of them is drawn again. */
function change(columns: Columns, changed: Iterable<[string, readonly Card[]]>): Columns {
  return new Map([...columns, ...changed])
}

export function remove(columns: Columns, ids: ReadonlySet<string>): Columns {
  const touched = [...columns].filter(([, cards]) => cards.some(({ id }) => ids.has(id)))
  if (touched.length === 0) return columns
  return change(
    columns,
    touched.map(([key, cards]) => [key, cards.filter(({ id }) => !ids.has(id))]),
  )
}

export const append = (columns: Columns, card: Card): Columns => {
  const without = remove(columns, new Set([card.id]))
  const key = keyOf(card)
  return change(without, [[key, [...cardsOf(without, key), card]]])
}

export function edit(columns: Columns, id: string, changes: Partial<Card>): Columns {
  const card = find(columns, id)
  if (!card) return columns
  const key = keyOf(card)
  return change(columns, [
    [key, cardsOf(columns, key).map((one) => (one === card ? { ...one, ...changes } : one))],
  ])
}

/** The rule of `PUT /api/cards/order`: the listed cards first, in that order, then the column's other cards. */
export function arrange(columns: Columns, column: Column, ids: readonly string[]): Columns {
  const key = keyOf(column)
  const listed = new Set(ids)
  const cards = findAll(columns, ids).map((card) => (keyOf(card) === key ? card : { ...card, ...column }))
  const without = remove(columns, listed)
  return change(without, [[key, [...cards, ...cardsOf(without, key)]]])
}

/** Takes in the server's cards of a column. Cards that look the same stay the same objects. */
export function replace(columns: Columns, key: string, cards: readonly Card[]): Columns {
  const known = byId(columns)
  const kept = cards.map((card) => {
    const old = known.get(card.id)
    const looksTheSame =
      old && old.text === card.text && old.complete === card.complete && keyOf(old) === keyOf(card)
    return looksTheSame ? old : card
  })
  const without = remove(columns, new Set(cards.map(({ id }) => id)))
  return change(without, [[key, kept]])
}

export const forget = (columns: Columns, keys: ReadonlySet<string>): Columns =>
  new Map([...columns].filter(([key]) => !keys.has(key)))

/**
 * The order to request so that cards come before another one, or at the end. It ends with the moved cards: those after
 * them keep their order without being listed, and it may have changed elsewhere.
 */
export function orderWith(
  column: readonly Card[],
  moving: readonly string[],
  before: string | undefined,
): string[] {
  const moved = new Set(moving)
  const rest = column.map(({ id }) => id).filter((id) => !moved.has(id))
  const index = before === undefined ? -1 : rest.indexOf(before)
  const at = index === -1 ? rest.length : index
  return [...rest.slice(0, at), ...moving]
}
