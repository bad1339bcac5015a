import { computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import { type Column, columnOf, find, inbox, keyOf } from '../../board/columns.ts'
import { dueWithin, todayOf } from '../../board/due.ts'
import { type Day, dayIn } from '../../board/text/days.ts'
import { wordsIn } from '../../board/text/fold.ts'
import type { Card } from '../../contract/card.ts'
import { columns, workspace } from '../model/changes.ts'
import { foldedText, hasWords } from '../model/matching.ts'
import { page } from '../navigation/route.ts'
import { cursor } from './focus.ts'
import { columnsOf } from './projects.ts'
import { drawnIn, ticked } from './visible.ts'

const day = signal(dayIn(new Date()))

/** The person's current day, in the time zone of this device. */
export const today: ReadonlySignal<Day> = day

let timer: ReturnType<typeof setTimeout> | undefined

/** Looks at the clock now and at the next midnight. */
function look(): void {
  const now = new Date()
  day.value = dayIn(now)
  clearTimeout(timer)
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1)
  timer = setTimeout(look, midnight.getTime() - now.getTime())
}

look()
// Timers stand still while a device sleeps, and it may wake up in another time zone.
document.addEventListener('visibilitychange', look)

/** The project of the current page; null for the inbox, undefined on a page without cards. */
export const shownProject = computed(() => {
  if (page.value.name === 'inbox') return null
  return page.value.name === 'project' ? page.value.projectId : undefined
})

/** The columns of the current page, from left to right. */
export const shownColumns = computed((): readonly Column[] => {
  if (shownProject.value === undefined) return []
  return shownProject.value === null ? [inbox] : columnsOf(shownProject.value)
})

/** The cards that need attention today, in all projects. */
export const attention = computed(() => todayOf(workspace.value, today.value))

const isListed = ({ id, complete }: Card) => !complete || ticked.value.has(id)

const daysOfSoon = 7
export const soon = computed(() => dueWithin(workspace.value, today.value, daysOfSoon, isListed))

/** Whether the page of today shows what is due soon, until the app is closed. */
export const isSoonShown = signal(false)

/** The parts of the page of today. Each card is in one of them. */
export const partsOfToday = computed(() => {
  const all = ticked.value.size > 0 ? todayOf(workspace.value, today.value, isListed) : attention.value
  const [due, next] = [all.due, isSoonShown.value ? soon.value : []].map((some) =>
    some.map(({ card }) => card),
  ) as [Card[], Card[]]
  const listed = new Set(next)
  return { due, soon: next, doing: all.doing.filter((card) => !listed.has(card)) }
})

/** The page of today is one list, which no column is. */
export const listOfToday = 'today'

/** A name for each list of cards on the current page, from left to right: the keys of its columns. */
export const shownLists = computed(() =>
  page.value.name === 'today' ? [listOfToday] : shownColumns.value.map(keyOf),
)

/** The cards of each of them that are drawn. */
export const shownCards = computed((): readonly (readonly Card[])[] =>
  page.value.name === 'today'
    ? [Object.values(partsOfToday.value).flat()]
    : shownColumns.value.map((column) => drawnIn(column).value.cards),
)

/** The one card that Tab stops at (a roving tabindex): the card under the cursor, else the first card. */
export const tabStop = computed(() =>
  whereIs(cursor.value) ? cursor.value : shownCards.value.find((cards) => cards.length > 0)?.[0]?.id,
)

interface Place {
  column: number
  row: number
}

/** The position of a card on the current page. Undefined if it is not drawn. */
export function whereIs(id: string | undefined): Place | undefined {
  if (id === undefined) return undefined
  for (const [column, cards] of shownCards.value.entries())
    for (const [row, card] of cards.entries()) if (card.id === id) return { column, row }
  return undefined
}

const start: Place = { column: 0, row: 0 }
/** Where the cursor was last on this page. */
let last = start
effect(() => {
  page.value
  last = start
})
effect(() => {
  last = whereIs(cursor.value) ?? last
})

/** The card that is now where the cursor was, or the nearest one: for a cursor whose card has left. */
export function nearest(isThere = (_card: Card) => true, from = last): string | undefined {
  const { column: at, row } = from
  const byDistance = shownCards.value
    .map((cards, column) => ({ cards, distance: Math.abs(column - at), column }))
    .sort((one, other) => one.distance - other.distance || one.column - other.column)
  for (const { cards } of byDistance) {
    const found = cards.slice(row).find(isThere) ?? cards.slice(0, row).findLast(isThere)
    if (found) return found.id
  }
  return undefined
}

/** Where the cursor goes when cards leave: to the next card that stays, the one before, or another column. */
export function neighbourOf(ids: readonly string[]): string | undefined {
  const leaving = new Set(ids)
  return nearest(({ id }) => !leaving.has(id), whereIs(cursor.value) ?? start)
}

/** The text in the filter of the page; undefined while it has none. */
export const filter = signal<string | undefined>()

const words = computed(() => wordsIn(filter.value ?? ''))

/** The drawn cards that match; undefined if nothing is filtered. */
export const matching = computed((): ReadonlySet<string> | undefined => {
  if (words.value.length === 0) return undefined
  const cards = shownCards.value.flat().filter((card) => hasWords(foldedText(card), words.value))
  return new Set(cards.map(({ id }) => id))
})

export const isDimmed = (id: string) => matching.value?.has(id) === false

/** Whether the keyboard stops at a card. */
export const isReachable = ({ id }: Card) => !isDimmed(id)

export const firstMatch = () => shownCards.value.flat().find(isReachable)?.id

export const clearFilter = () => {
  filter.value = undefined
}

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

let lastPlace: LastSeen | undefined

const lastSeen = computed(() => {
  const at = whereIs(editing.value)
  const list = at && shownLists.value[at.column]
  const cards = (at && shownCards.value[at.column]) ?? []
  const card = at && cards[at.row]
  if (card && list) lastPlace = { card, column: columnOf(card), list, above: cards.slice(0, at.row) }
  return lastPlace?.card.id === editing.value ? lastPlace : undefined
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
  lastPlace = seen
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
