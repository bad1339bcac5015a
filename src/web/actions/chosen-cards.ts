import { type Column, cardsOf, keyOf } from '../../client/board/columns.ts'
import { columns } from '../model/changes.ts'
import { count } from '../state/described.ts'
import { behindDrawn } from '../state/drawn.ts'
import { cursor, focusCard, isTyping } from '../state/focus.ts'
import { chosen, clearSelection } from '../state/selection.ts'
import { neighbourOf, shownCards, shownColumns, shownProject, whereIs } from '../state/shown.ts'
import { toggleComplete } from './complete-cards.ts'
import { deleteCards } from './delete-cards.ts'
import { moveCards, sendCards } from './move-cards.ts'

// Commands that move or delete the chosen cards, and then place the cursor.

/** Focuses a card after an action, unless the person has moved on meanwhile. */
async function andFocus(done: Promise<void>, id: string | undefined): Promise<void> {
  const before = cursor.value
  await done
  if (cursor.value === before && !isTyping(document.activeElement)) focusCard(id)
}

/** Moves the chosen cards of the cursor's column one place up or down. */
export async function moveWithin(down: 1 | -1): Promise<void> {
  const at = whereIs(cursor.value)
  const column = at && shownColumns.value[at.column]
  if (!column) return
  const cards = shownCards.value[at.column] ?? []
  const moving = new Set(chosen.value)
  const rows = cards.flatMap(({ id }, row) => (moving.has(id) ? [row] : []))
  const [first = 0, last = 0] = [rows[0], rows.at(-1)]
  if (down === 1 ? last + 1 >= cards.length : first === 0) return
  const ids = rows.map((row) => cards[row]?.id ?? '')
  const before = down === 1 ? (cards[last + 2]?.id ?? behindDrawn(column, ids)) : cards[first - 1]?.id
  await andFocus(moveCards(ids, column, before), cursor.value)
}

/** Moves all chosen cards to the next column, level with where they were. */
export async function moveAcross(across: 1 | -1): Promise<void> {
  const at = whereIs(cursor.value)
  const column = at && shownColumns.value[at.column + across]
  if (!column) return
  const moving = new Set(chosen.value)
  const staying = shownCards.value[at.column + across]?.filter(({ id }) => !moving.has(id)) ?? []
  await andFocus(
    moveCards(chosen.value, column, staying[at.row]?.id ?? behindDrawn(column, chosen.value)),
    cursor.value,
  )
}

/** Completes the chosen cards, or reopens them, which ends the selection. */
export const completeChosen = () => andFocus(toggleComplete(chosen.value).then(clearSelection), cursor.value)

export async function deleteAndStepOn(ids: readonly string[]): Promise<void> {
  await andFocus(deleteCards(ids).then(clearSelection), neighbourOf(ids))
}

/** Moves the completed cards of these columns to the bin, drawn or not. */
export async function clearCompleted(from: readonly Column[]): Promise<void> {
  const cards = from.flatMap((column) => cardsOf(columns.value, keyOf(column)))
  const ids = cards.flatMap(({ id, complete }) => (complete ? [id] : []))
  const what = `Cleared ${count(ids.length)} completed ${ids.length === 1 ? 'card' : 'cards'}`
  await andFocus(deleteCards(ids, what).then(clearSelection), neighbourOf(ids))
}

/** Moves cards to another project, the inbox, or another column of this page. */
export async function sendAndStepOn(
  ids: readonly string[],
  projectId: string | null,
  statusId?: string,
): Promise<void> {
  const next = projectId === shownProject.value ? ids[0] : neighbourOf(ids)
  await andFocus(sendCards(ids, projectId, statusId).then(clearSelection), next)
}
