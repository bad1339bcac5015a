import { computed } from '@preact/signals'
import { page } from '../route.ts'
import { columns } from '../state/changes.ts'
import { cardsOf, find, inbox, keyOf, type Place } from '../state/columns.ts'
import { placesOf } from '../state/places.ts'
import { cursor } from '../state/selection.ts'

/** The project of the page, null for the inbox, undefined where there are no cards. */
export const shownProject = computed(() => {
  if (page.value.name === 'inbox') return null
  return page.value.name === 'project' ? page.value.projectId : undefined
})

/** The columns on the page, from left to right. */
export const shownPlaces = computed((): Place[] => {
  if (shownProject.value === undefined) return []
  return shownProject.value === null ? [inbox] : placesOf(shownProject.value)
})

export const shownColumns = computed(() =>
  shownPlaces.value.map((place) => cardsOf(columns.value, keyOf(place))),
)

/** The card that Tab leads to: the one under the cursor, or the first there is. */
export const tabStop = computed(() => {
  const cards = shownColumns.value
  const isShown = cards.some((column) => column.some(({ id }) => id === cursor.value))
  return isShown ? cursor.value : cards.find((column) => column.length > 0)?.[0]?.id
})

/** Where the cursor is on the page. */
export function whereIs(id: string | undefined): { column: number; row: number } | undefined {
  const card = id && find(columns.value, id)
  if (!card) return undefined
  const column = shownPlaces.value.findIndex((place) => keyOf(place) === keyOf(card))
  return column === -1 ? undefined : { column, row: shownColumns.value[column]?.indexOf(card) ?? -1 }
}
