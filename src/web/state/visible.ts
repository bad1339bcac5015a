import { computed, type ReadonlySignal, signal } from '@preact/signals'
import { type Column, cardsOf, find, keyOf, nextAfter } from '../../board/columns.ts'
import type { Card } from '../../contract/card.ts'
import { stored } from '../device/local-storage.ts'
import { columns } from '../model/changes.ts'
import { isLast } from './projects.ts'

// The cards of a column that are drawn. The keyboard, the selection, the focus and the mouse go by these.

/** Whether completed cards are shown, on this device. */
export const showCompleted = stored('show-completed', true)

/** The last column of a project shows this many completed cards at first. */
const fewest = 20

const none: ReadonlySet<string> = new Set()

/** The keys of columns that show all of their cards, until the app is closed. */
const unfolded = signal(none)

/** Completed cards that are shown although there are too many: somebody searched, added or moved them. */
const revealed = signal(none)

/** Cards that were completed a moment ago. They leave when the eye has seen it. */
const lingering = signal(none)

export interface Drawn {
  cards: readonly Card[]
  open: number
  completed: number
  /** How many cards are not drawn. */
  hidden: number
  /** How many cards folding the column would hide. */
  foldable: number
}

const drawnByKey = new Map<string, ReadonlySignal<Drawn>>()

/** The cards of a column that are drawn. Stays the same object while they do. */
export function drawnIn(column: Column): ReadonlySignal<Drawn> {
  const key = keyOf(column)
  const known = drawnByKey.get(key)
  if (known) return known
  let last: Drawn | undefined
  const drawn = computed(() => {
    const now = drawnOf(column)
    last = last && isSame(last, now) ? last : now
    return last
  })
  drawnByKey.set(key, drawn)
  return drawn
}

function drawnOf(column: Column): Drawn {
  const all = cardsOf(columns.value, keyOf(column))
  const most = !showCompleted.value ? 0 : isLast(column) ? fewest : Number.POSITIVE_INFINITY
  const isUnfolded = unfolded.value.has(keyOf(column))
  const cards: Card[] = []
  let completed = 0
  for (const card of all) {
    const { id, complete } = card
    if (complete) completed++
    if (!complete || completed <= most || isUnfolded || revealed.value.has(id) || lingering.value.has(id))
      cards.push(card)
  }
  return {
    cards,
    open: all.length - completed,
    completed,
    hidden: all.length - cards.length,
    foldable: isUnfolded ? Math.max(0, completed - most) : 0,
  }
}

function isSame(one: Drawn, other: Drawn): boolean {
  if (one.completed !== other.completed || one.hidden !== other.hidden || one.foldable !== other.foldable)
    return false
  if (one.cards.length !== other.cards.length) return false
  for (const [row, card] of one.cards.entries()) if (card !== other.cards[row]) return false
  return true
}

/** The card before which cards go that are put at the end of the drawn ones: the hidden one behind the last of them. */
export function behindDrawn(column: Column, moving: readonly string[]): string | undefined {
  const { cards, hidden } = drawnIn(column).value
  if (hidden === 0) return undefined
  const moved = new Set(moving)
  const last = cards.findLast(({ id }) => !moved.has(id))
  return nextAfter(cardsOf(columns.value, keyOf(column)), last?.id, moving)
}

export function unfold(...unfolding: readonly Column[]): void {
  unfolded.value = new Set([...unfolded.value, ...unfolding.map(keyOf)])
}

export function fold(column: Column): void {
  unfolded.value = without(unfolded.value, [keyOf(column)])
}

/** Shows these cards even if they are completed. */
export function reveal(ids: readonly string[]): void {
  revealed.value = new Set([...revealed.value, ...ids])
}

/** Shows these cards although there are many completed ones, unless those are to be hidden altogether. */
export function revealAmongMany(ids: readonly string[]): void {
  if (showCompleted.value) reveal(ids)
}

/** Forgets which cards were revealed elsewhere than in these columns. */
export function concealElsewhere(here: readonly Column[]): void {
  if (revealed.value.size === 0) return
  const ids = here.flatMap((column) => cardsOf(columns.value, keyOf(column)).map(({ id }) => id))
  revealed.value = new Set(ids.filter((id) => revealed.value.has(id)))
}

export function setShowCompleted(isShown: boolean): void {
  unfolded.value = none
  revealed.value = none
  showCompleted.value = isShown
}

/** In milliseconds: enough to see the tick, not enough to wait for. */
const moment = 600

/** Lets cards that are about to be completed stay for a moment. */
export function linger(ids: readonly string[]): void {
  if (showCompleted.value || ids.length === 0) return
  lingering.value = new Set([...lingering.value, ...ids])
  setTimeout(() => {
    lingering.value = without(lingering.value, ids)
  }, moment)
}

/** In milliseconds, since the pointer last moved among the cards. */
const untilTickedLeave = 3000

/** Cards ticked on the page of today. They keep their rows for now: the next card would slide under the pointer. */
export const ticked = signal(none)
let leaving: ReturnType<typeof setTimeout> | undefined

export function keepTicked(...more: readonly string[]): void {
  if (more.length > 0) ticked.value = new Set([...ticked.value, ...more])
  clearTimeout(leaving)
  if (ticked.value.size > 0) leaving = setTimeout(letTickedLeave, untilTickedLeave)
}

export function letTickedLeave(except?: string): void {
  const staying = [...ticked.value].filter((id) => id === except)
  if (staying.length < ticked.value.size) ticked.value = new Set(staying)
}

/** False for a completed card that is only shown for a moment more. */
export const staysDrawn = (id: string) =>
  find(columns.value, id)?.complete !== true ||
  (!ticked.value.has(id) && (showCompleted.value || revealed.value.has(id)))

const without = (set: ReadonlySet<string>, gone: readonly string[]): ReadonlySet<string> =>
  new Set([...set].filter((one) => !gone.includes(one)))
