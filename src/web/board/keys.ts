import type { Card } from '../../contract/card.ts'
import { deleteCards, moveCards, sendCards } from '../state/cards.ts'
import { columns } from '../state/changes.ts'
import { cardsOf, keyOf } from '../state/columns.ts'
import { chosen, clearSelection, cursor, focusCard } from '../state/selection.ts'
import { shownColumns, shownPlaces, shownProject, tabStop, whereIs } from './shown.ts'

/** To the next card up, down, left or right; past columns that are empty. */
export function step(across: number, down: number): void {
  const at = whereIs(cursor.value)
  if (!at) {
    focusCard(tabStop.value)
    return
  }
  if (down !== 0) {
    const next = shownColumns.value[at.column]?.[at.row + down]
    if (next) focusCard(next.id)
    return
  }
  for (let column = at.column + across; shownColumns.value[column]; column += across) {
    const cards = shownColumns.value[column] ?? []
    const next = cards[Math.min(at.row, cards.length - 1)]
    if (next) {
      focusCard(next.id)
      return
    }
  }
}

export function stepToEnd(end: 'first' | 'last'): void {
  const at = whereIs(cursor.value ?? tabStop.value)
  const card = at && shownColumns.value[at.column]?.at(end === 'first' ? 0 : -1)
  if (card) focusCard(card.id)
}

/** The chosen cards of the cursor's column, one place up or down. */
export function moveWithin(down: 1 | -1): void {
  const at = whereIs(cursor.value)
  const place = at && shownPlaces.value[at.column]
  if (!place) return
  const cards = cardsOf(columns.value, keyOf(place))
  const moving = new Set(chosen.value)
  const rows = cards.flatMap(({ id }, row) => (moving.has(id) ? [row] : []))
  const [first = 0, last = 0] = [rows[0], rows.at(-1)]
  if (down === 1 ? last + 1 >= cards.length : first === 0) return
  const before = down === 1 ? cards[last + 2]?.id : cards[first - 1]?.id
  moveCards(
    rows.map((row) => cards[row]?.id ?? ''),
    place,
    before,
  )
  focusCard(cursor.value)
}

/** All chosen cards, to the next column, beside where they were. */
export function moveAcross(across: 1 | -1): void {
  const at = whereIs(cursor.value)
  const place = at && shownPlaces.value[at.column + across]
  if (!place) return
  const moving = new Set(chosen.value)
  const before = cardsOf(columns.value, keyOf(place)).filter(({ id }) => !moving.has(id))[at.row]?.id
  moveCards(chosen.value, place, before)
  focusCard(cursor.value)
}

/** Where the cursor goes when cards leave: to the next one that stays, the one before, or another column. */
function neighbourOf(ids: readonly string[]): string | undefined {
  const at = whereIs(cursor.value)
  const cards = (at && shownColumns.value[at.column]) ?? []
  const leaving = new Set(ids)
  const stays = ({ id }: Card) => !leaving.has(id)
  const next = cards.slice(at?.row).find(stays) ?? cards.slice(0, at?.row).findLast(stays)
  return (next ?? shownColumns.value.flat().find(stays))?.id
}

export function deleteAndStepOn(ids: readonly string[]): void {
  const next = neighbourOf(ids)
  deleteCards(ids)
  clearSelection()
  focusCard(next)
}

/** To another page, or another column of this one. */
export function sendAway(ids: readonly string[], projectId: string | null, statusId?: string): void {
  const next = projectId === shownProject.value ? ids[0] : neighbourOf(ids)
  sendCards(ids, projectId, statusId)
  clearSelection()
  focusCard(next)
}
