import { computed } from '@preact/signals'
import { page } from '../route.ts'
import { columns } from './changes.ts'
import { type Column, cardsOf, find, inbox, keyOf } from './columns.ts'
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

/** The cards of each of them. */
export const shownCards = computed(() =>
  shownColumns.value.map((column) => cardsOf(columns.value, keyOf(column))),
)

/** The one card that Tab stops at (a roving tabindex): the card under the cursor, else the first card. */
export const tabStop = computed(() => {
  const isShown = shownCards.value.some((cards) => cards.some(({ id }) => id === cursor.value))
  return isShown ? cursor.value : shownCards.value.find((cards) => cards.length > 0)?.[0]?.id
})

/** The position of a card on the current page. */
export function whereIs(id: string | undefined): { column: number; row: number } | undefined {
  const card = id && find(columns.value, id)
  if (!card) return undefined
  const column = shownColumns.value.findIndex((one) => keyOf(one) === keyOf(card))
  return column === -1 ? undefined : { column, row: shownCards.value[column]?.indexOf(card) ?? -1 }
}
