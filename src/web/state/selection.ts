import { computed, signal } from '@preact/signals'
import { columns } from './changes.ts'
import { type Column, cardsOf, find, keyOf } from './columns.ts'
import { cursor, focusCard } from './focus.ts'
import { announce } from './notices.ts'
import { shownCards } from './shown.ts'

/** Cards that were selected to be moved, completed or deleted together. Some may be gone by now. */
export const selected = signal<ReadonlySet<string>>(new Set())

/** The selected cards that still exist, in the order of the board. */
export const picked = computed(() => {
  if (selected.value.size === 0) return []
  return shownCards.value.flatMap((cards) =>
    cards.filter(({ id }) => selected.value.has(id)).map(({ id }) => id),
  )
})

/** What a command applies to: the selection if there is one, else the card under the cursor. */
export const chosen = computed(() => {
  if (picked.value.length > 0) return picked.value
  return cursor.value && find(columns.value, cursor.value) ? [cursor.value] : []
})

export const clearSelection = () => {
  if (selected.value.size > 0) selected.value = new Set()
}

/** Clears the selection because the person asked for it, and says so. */
export function unselect(): void {
  clearSelection()
  announce('Nothing is selected')
  focusCard(cursor.value)
}

function select(ids: Iterable<string>, what = 'Selected'): void {
  selected.value = new Set(ids)
  announce(`${what}, ${selected.value.size} in all`)
}

export function toggleSelected(id: string): void {
  const next = new Set(selected.value)
  const wasSelected = next.delete(id)
  select(wasSelected ? next : next.add(id), wasSelected ? 'Unselected' : 'Selected')
}

/** Selects from the cursor to another card of the same column, as a click with Shift does. */
export function selectTo(id: string): void {
  const card = find(columns.value, id)
  const from = cursor.value && find(columns.value, cursor.value)
  if (!card || !from || keyOf(card) !== keyOf(from)) {
    toggleSelected(id)
    return
  }
  const ids = cardsOf(columns.value, keyOf(card)).map((one) => one.id)
  const [start, end] = [ids.indexOf(from.id), ids.indexOf(id)].sort((one, other) => one - other)
  select([...selected.value, ...ids.slice(start, (end ?? 0) + 1)])
}

export function selectColumn(column: Column): void {
  select(cardsOf(columns.value, keyOf(column)).map(({ id }) => id))
}
