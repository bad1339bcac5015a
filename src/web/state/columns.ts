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

/**
 * The rule of `moved` in `PUT /api/cards/order`: the card lands behind the last of these that is in the column, or
 * first if none is.
 */
export function place(columns: Columns, id: string, column: Column, behind: readonly string[]): Columns {
  const card = find(columns, id)
  if (!card) return columns
  const key = keyOf(column)
  const without = remove(columns, new Set([id]))
  const there = cardsOf(without, key)
  const rows = new Map(there.map((one, row) => [one.id, row]))
  const at = (rows.get(behind.findLast((one) => rows.has(one)) ?? '') ?? -1) + 1
  const placed = keyOf(card) === key ? card : { ...card, ...columnOf(column) }
  return change(without, [[key, [...there.slice(0, at), placed, ...there.slice(at)]]])
}

export const columnOf = ({ project_id, status_id }: Column): Column => ({ project_id, status_id })

export const forget = (columns: Columns, keys: ReadonlySet<string>): Columns =>
  new Map([...columns].filter(([key]) => !keys.has(key)))
