import { computed, signal } from '@preact/signals'
import { type Column, keyOf } from '../../board/columns.ts'
import type { Card } from '../../contract/card.ts'
import { count } from '../model/wording.ts'
import { cursor, focusCard, leaveCards } from './focus.ts'
import { announce } from './notices.ts'
import { isReachable, shownCards, shownColumns, shownProject, whereIs } from './page-cards.ts'
import { isLast } from './projects.ts'
import { drawnIn, showCompleted, unfold } from './visible.ts'

/** The ids of the selected cards. Some may have been deleted meanwhile. */
export const selected = signal<ReadonlySet<string>>(new Set())

/** The ids of the cards that are being dragged. */
export const dragged = signal<ReadonlySet<string>>(new Set())

/** The selected cards that are drawn, in the order of the board. */
export const picked = computed(() => {
  if (selected.value.size === 0) return []
  return shownCards.value.flatMap((cards) =>
    cards.filter(({ id }) => selected.value.has(id)).map(({ id }) => id),
  )
})

/** The cards that a command applies to: the selection if there is one, else the card under the cursor. */
export const chosen = computed(() => {
  if (picked.value.length > 0) return picked.value
  return cursor.value && whereIs(cursor.value) ? [cursor.value] : []
})

/** A range that Shift extends and shrinks: from its anchor to its head, on top of what was selected before. */
interface Range {
  anchor: string
  head: string
  before: ReadonlySet<string>
}

let range: Range | undefined

export const clearSelection = () => {
  range = undefined
  if (selected.value.size > 0) selected.value = new Set()
}

/** Clears the selection at the person's request, and announces it. */
export function unselect(): void {
  clearSelection()
  announce('Nothing is selected')
  focusCard(cursor.value)
}

/** After changes elsewhere: if all selected cards have left the page, the next key is not for the card under the cursor. */
export function leaveLostSelection(): void {
  if (selected.value.size === 0 || picked.value.length > 0) return
  clearSelection()
  leaveCards()
}

function select(ids: Iterable<string>, what = 'Selected'): void {
  selected.value = new Set(ids)
  announce(`${what}, ${count(selected.value.size)} in all`)
}

export function toggleSelected(id: string): void {
  const next = new Set(selected.value)
  const wasSelected = next.delete(id)
  select(wasSelected ? next : next.add(id), wasSelected ? 'Unselected' : 'Selected')
  range = { anchor: id, head: id, before: selected.value }
}

/**
 * Before a range is extended: one that the cursor has left begins again at the cursor. With a mouse this is called when its button
 * goes down, which moves the cursor.
 */
export function holdAnchor(): void {
  if (cursor.value === undefined || (range?.head === cursor.value && whereIs(range.anchor))) return
  range = { anchor: cursor.value, head: cursor.value, before: selected.value }
}

/** Selects from the anchor to another card of its column, instead of what the same range selected before. */
export function selectTo(id: string): void {
  const [from, to] = [whereIs(range?.anchor), whereIs(id)]
  if (!range || !from || !to || from.column !== to.column) {
    toggleSelected(id)
    return
  }
  const [start, end] = [from.row, to.row].sort((one, other) => one - other)
  const cards = shownCards.value[to.column]?.slice(start, (end ?? 0) + 1) ?? []
  select([...range.before, ...cards.map((card) => card.id)])
  range = { ...range, head: id }
}

/** Extends or shrinks the selection by the card below or above the cursor. */
export function extendSelection(down: 1 | -1): void {
  const at = whereIs(cursor.value)
  const next = at && shownCards.value[at.column]?.[at.row + down]
  if (!next) return
  holdAnchor()
  selectTo(next.id)
  focusCard(next.id)
}

const cardsIn = (columns: readonly Column[]) =>
  columns.flatMap((column) => drawnIn(column).value.cards.filter(isReachable))

const areSelected = (cards: readonly Card[]) => cards.every(({ id }) => selected.value.has(id))

/** What “select all” adds next: the column, then the whole page. */
export const nextAll = (column: Column): 'column' | 'page' =>
  shownColumns.value.length > 1 && areSelected(cardsIn([column])) ? 'page' : 'column'

export function selectColumn(column: Column): void {
  const wanted = nextAll(column) === 'page' ? shownColumns.value : [column]
  range = undefined
  // Completed cards that are hidden because there are many belong to it, those that the person has hidden don't.
  if (showCompleted.value) unfold(...wanted)
  select(cardsIn(wanted).map(({ id }) => id))
}

export const hasSome = (complete: boolean) =>
  shownCards.value.some((cards) => cards.some((card) => card.complete === complete))

/** Selects all cards of the page that are complete, or all that are open. */
export function selectAll(complete: boolean): void {
  range = undefined
  // Nothing is selected that cannot be seen.
  if (complete) unfold(...shownColumns.value.filter((column) => isLast(column)))
  const cards = shownCards.value.flat().filter(isReachable)
  select(cards.flatMap((card) => (card.complete === complete ? [card.id] : [])))
}

/** The project or the column that a menu was opened for, until the menu, and a dialog that it has opened, is closed. */
export const subject = signal<{ projectId?: string; columnKey?: string }>({})

/** The project that commands apply to: the one whose menu was opened, else that of the page. */
export const chosenProject = computed(() => subject.value.projectId ?? shownProject.value ?? undefined)

/** The column that commands apply to: the one whose menu was opened, else that of the cursor, else the first. */
export const chosenColumn = computed((): Column | undefined => {
  const { columnKey } = subject.value
  if (columnKey !== undefined) return shownColumns.value.find((column) => keyOf(column) === columnKey)
  return shownColumns.value[whereIs(cursor.value)?.column ?? 0]
})
