import { computed, effect } from '@preact/signals'
import { type Column, find, inbox, keyOf } from '../../client/board/columns.ts'
import type { Card } from '../../contract/card.ts'
import { columns } from '../model/changes.ts'
import { page } from '../navigation/route.ts'
import { drawnIn } from './drawn.ts'
import { cursor } from './focus.ts'
import { columnsOf } from './projects.ts'

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

/** The cards of each of them that are drawn. */
export const shownCards = computed(() => shownColumns.value.map((column) => drawnIn(column).value.cards))

/** The one card that Tab stops at (a roving tabindex): the card under the cursor, else the first card. */
export const tabStop = computed(() => {
  const isShown = shownCards.value.some((cards) => cards.some(({ id }) => id === cursor.value))
  return isShown ? cursor.value : shownCards.value.find((cards) => cards.length > 0)?.[0]?.id
})

interface Place {
  column: number
  row: number
}

/** The position of a card on the current page. Undefined if it is not drawn. */
export function whereIs(id: string | undefined): Place | undefined {
  const card = id && find(columns.value, id)
  if (!card) return undefined
  const column = shownColumns.value.findIndex((one) => keyOf(one) === keyOf(card))
  const row = shownCards.value[column]?.indexOf(card) ?? -1
  return row === -1 ? undefined : { column, row }
}

/** Where the cursor was last. */
let last: Place | undefined
effect(() => {
  last = whereIs(cursor.value) ?? last
})

/** The card that is now where the cursor was, or the nearest one: for a cursor whose card has left. */
export function nearest(isThere = (_card: Card) => true, from = last): string | undefined {
  if (!from) return tabStop.value
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
  return nearest(({ id }) => !leaving.has(id), whereIs(cursor.value) ?? { column: 0, row: 0 })
}
