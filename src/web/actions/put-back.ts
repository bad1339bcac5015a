import type { Card } from '../../contract/card.ts'
import { columns } from '../state/changes.ts'
import { type Column, cardsOf, inbox, keyOf } from '../state/columns.ts'
import { setColumn } from './requests.ts'

/** The order that a column had before something was done to its cards. */
export interface Before {
  column: Column
  /** Only as far as the last of those cards: enough to put them back. */
  order: string[]
  /** Those cards. */
  moved: string[]
}

/** The present order of the columns that these cards are in. */
export function rememberOrder(cards: readonly Card[]): Before[] {
  return [...Map.groupBy(cards, keyOf).values()].map((group) => {
    const [{ project_id, status_id } = inbox] = group
    const column = { project_id, status_id }
    const present = cardsOf(columns.value, keyOf(column))
    const last = Math.max(...group.map((card) => present.indexOf(card)))
    return {
      column,
      order: present.slice(0, last + 1).map(({ id }) => id),
      moved: group.map(({ id }) => id),
    }
  })
}

export const putBack = (before: readonly Before[]) =>
  before.map(({ column, order, moved }) => setColumn(column, order, moved))
