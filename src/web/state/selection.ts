import { computed, signal } from '@preact/signals'
import { columns } from './changes.ts'
import { cardsOf, find, keyOf, type Place } from './columns.ts'

/** The card that the keyboard is on. */
export const cursor = signal<string | undefined>()

/** Cards that were picked to be moved, completed or deleted together. */
export const selected = signal<ReadonlySet<string>>(new Set())

/** What a command is about: the selection if there is one, else the card under the cursor. In board order. */
export const chosen = computed(() => {
  if (selected.value.size === 0)
    return cursor.value && find(columns.value, cursor.value) ? [cursor.value] : []
  return [...columns.value.values()].flatMap((cards) =>
    cards.filter(({ id }) => selected.value.has(id)).map(({ id }) => id),
  )
})

export const clearSelection = () => {
  if (selected.value.size > 0) selected.value = new Set()
}

export function toggleSelected(id: string): void {
  const next = new Set(selected.value)
  if (!next.delete(id)) next.add(id)
  selected.value = next
}

/** From the cursor to another card of the same column, as Shift and a click do everywhere. */
export function selectTo(id: string): void {
  const card = find(columns.value, id)
  const from = cursor.value && find(columns.value, cursor.value)
  if (!card || !from || keyOf(card) !== keyOf(from)) {
    toggleSelected(id)
    return
  }
  const ids = cardsOf(columns.value, keyOf(card)).map((one) => one.id)
  const [start, end] = [ids.indexOf(from.id), ids.indexOf(id)].sort((one, other) => one - other)
  selected.value = new Set([...selected.value, ...ids.slice(start, (end ?? 0) + 1)])
}

export function selectColumn(place: Pick<Place, 'status_id'>): void {
  selected.value = new Set(cardsOf(columns.value, keyOf(place)).map(({ id }) => id))
}

export const elementOf = (id: string) => document.getElementById(`card-${id}`)

/** After the next drawing, because a card that moves is drawn anew and would lose the focus. */
export function focusCard(id: string | undefined): void {
  cursor.value = id
  requestAnimationFrame(() => {
    const element = id ? elementOf(id) : null
    element?.focus({ preventScroll: true })
    element?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
}

/** What happens elsewhere may take a card away, or move it, while the keyboard is on it. */
export function keepFocus(fallback: () => string | undefined): void {
  requestAnimationFrame(() => {
    if (cursor.value === undefined || document.activeElement !== document.body) return
    const id = elementOf(cursor.value) ? cursor.value : fallback()
    if (id) elementOf(id)?.focus({ preventScroll: true })
  })
}
