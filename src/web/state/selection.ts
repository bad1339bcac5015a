import { computed, signal } from '@preact/signals'
import { announce } from '../notices.tsx'
import { columns } from './changes.ts'
import { cardsOf, find, keyOf, type Place } from './columns.ts'

/** The card that the keyboard is on. */
export const cursor = signal<string | undefined>()

/** Cards that were picked to be moved, completed or deleted together. */
export const selected = signal<ReadonlySet<string>>(new Set())

/** Those of them that are still there, in board order. */
export const picked = computed(() => {
  if (selected.value.size === 0) return []
  return [...columns.value.values()].flatMap((cards) =>
    cards.filter(({ id }) => selected.value.has(id)).map(({ id }) => id),
  )
})

/** What a command is about: the selection if there is one, else the card under the cursor. */
export const chosen = computed(() => {
  if (picked.value.length > 0) return picked.value
  return cursor.value && find(columns.value, cursor.value) ? [cursor.value] : []
})

export const clearSelection = () => {
  if (selected.value.size > 0) selected.value = new Set()
}

/** As a command of its own, and not because something else was done. */
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
  select([...selected.value, ...ids.slice(start, (end ?? 0) + 1)])
}

export function selectColumn(place: Pick<Place, 'status_id'>): void {
  select(cardsOf(columns.value, keyOf(place)).map(({ id }) => id))
}

export const elementOf = (id: string | undefined) => document.getElementById(`card-${id}`)

const pageElement = () => document.getElementById('main')

/** At once, and again after the next drawing: a card that moves is drawn anew and loses the focus. */
export function focusCard(id: string | undefined): void {
  cursor.value = id
  const find = () => (id === undefined ? pageElement() : elementOf(id))
  const found = find()
  found?.focus({ preventScroll: true })
  requestAnimationFrame(() => {
    if (cursor.value !== id) return
    const element = find()
    if (!found || document.activeElement === document.body) element?.focus({ preventScroll: true })
    element?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
}

/** What happens elsewhere may take a card away, or move it, while the keyboard is on it. */
export function keepFocus(fallback: () => string | undefined): void {
  requestAnimationFrame(() => {
    if (cursor.value !== undefined) recoverFocus(fallback())
  })
}

/** When what had the focus is gone: to the card that the keyboard was on, or another one, or the page itself. */
export function recoverFocus(other?: string): void {
  if (document.activeElement !== document.body) return
  const element = elementOf(cursor.value) ?? elementOf(other) ?? pageElement()
  element?.focus({ preventScroll: true })
}
