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

/** What the server sets, and nobody sees on a card. */
const unseen: ReadonlySet<string> = new Set([
  'owner_id',
  'position',
  'created_at',
  'updated_at',
  'revision',
] satisfies (keyof Card)[])

/** Compares all other members, also those that only a newer version knows. */
export const looksLike = (one: Card, other: Card) =>
  (Object.keys(other) as (keyof Card)[]).every((name) => unseen.has(name) || one[name] === other[name])

/**
 * The same columns, reusing the objects of `before` wherever they look the same. A confirmed change differs
 * from the optimistic one only in its numbers, so it is not drawn again.
 */
export function steady(columns: Columns, before: Columns): Columns {
  if (columns === before) return before
  const kept = [...columns].map(([key, cards]): [string, readonly Card[]] => {
    const old = cardsOf(before, key)
    if (old === cards) return [key, cards]
    const known = new Map(old.map((card) => [card.id, card]))
    const made = cards.map((card) => {
      const same = known.get(card.id)
      return same && looksLike(same, card) ? same : card
    })
    const isSame = made.length === old.length && made.every((card, row) => card === old[row])
    return [key, isSame ? old : made]
  })
  const isSame = kept.length === before.size && kept.every(([key, cards]) => before.get(key) === cards)
  return isSame ? before : new Map(kept)
}

export const columnOf = ({ project_id, status_id }: Column): Column => ({ project_id, status_id })

export const forget = (columns: Columns, keys: ReadonlySet<string>): Columns =>
  new Map([...columns].filter(([key]) => !keys.has(key)))
