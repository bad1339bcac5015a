import { computed, signal } from '@preact/signals'
import { type Column, columnOf, find } from '../../board/columns.ts'
import type { Card } from '../../contract/card.ts'
import { columns } from '../model/changes.ts'
import { shownCards, shownLists, whereIs } from './shown.ts'

/** The card that is being edited in place. */
export const editing = signal<string | undefined>()

/** Where the edited card was drawn last. */
export interface LastSeen {
  card: Card
  column: Column
  /** Its list on the page, as in `shownLists`. */
  list: string
  /** The cards that were drawn above it. */
  above: readonly Card[]
}

let last: LastSeen | undefined

const lastSeen = computed(() => {
  const at = whereIs(editing.value)
  const list = at && shownLists.value[at.column]
  const cards = (at && shownCards.value[at.column]) ?? []
  const card = at && cards[at.row]
  if (card && list) last = { card, column: columnOf(card), list, above: cards.slice(0, at.row) }
  return last?.card.id === editing.value ? last : undefined
})

/** The edited card, if it was deleted elsewhere or has left the page. It keeps its editor, where it was. */
export const stray = computed(() => {
  const seen = lastSeen.value
  return seen && !whereIs(seen.card.id) ? seen : undefined
})

export const isStray = (id: string) => stray.value?.card.id === id

/** Whether the edited card was deleted elsewhere. */
export const isDeleted = (id: string) => isStray(id) && find(columns.value, id) === undefined

/** Whether the stray card is on the current page. */
export const isStrayShown = () => stray.value !== undefined && shownLists.value.includes(stray.value.list)

/** Edits a card again that was deleted elsewhere. */
export function editStray(seen: LastSeen): void {
  last = seen
  editing.value = seen.card.id
}

/** The drawn cards of a list, with the stray one. */
export function withStray(list: string, cards: readonly Card[]): readonly Card[] {
  const seen = stray.value
  if (seen?.list !== list) return cards
  return cards.toSpliced(rowOf(seen, cards), 0, find(columns.value, seen.card.id) ?? seen.card)
}

/** The row that a stray card has among these cards: below the nearest one that was above it. */
export function rowOf({ above }: LastSeen, cards: readonly Card[]): number {
  const rows = new Map(cards.map(({ id }, row) => [id, row]))
  const nearest = above.findLast(({ id }) => rows.has(id))
  return nearest ? (rows.get(nearest.id) ?? 0) + 1 : 0
}
