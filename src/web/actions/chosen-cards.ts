import type { Card } from '../../contract/card.ts'
import { cursor, focusCard, isTyping } from '../state/focus.ts'
import { chosen, clearSelection } from '../state/selection.ts'
import { shownCards, shownColumns, shownProject, whereIs } from '../state/shown.ts'
import { deleteCards } from './delete-cards.ts'
import { moveCards, sendCards } from './move-cards.ts'

// Moving and deleting by command: acts on the chosen cards, and takes care of where the cursor goes.

/** Focuses a card once something is done, unless the person has gone elsewhere meanwhile. */
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
  const before = down === 1 ? cards[last + 2]?.id : cards[first - 1]?.id
  const ids = rows.map((row) => cards[row]?.id ?? '')
  await andFocus(moveCards(ids, column, before), cursor.value)
}

/** Moves all chosen cards to the next column, level with where they were. */
export async function moveAcross(across: 1 | -1): Promise<void> {
  const at = whereIs(cursor.value)
  const column = at && shownColumns.value[at.column + across]
  if (!column) return
  const moving = new Set(chosen.value)
  const staying = shownCards.value[at.column + across]?.filter(({ id }) => !moving.has(id)) ?? []
  await andFocus(moveCards(chosen.value, column, staying[at.row]?.id), cursor.value)
}

/** Where the cursor goes when cards leave: to the next card that stays, the one before, or another column. */
function neighbourOf(ids: readonly string[]): string | undefined {
  const at = whereIs(cursor.value)
  const cards = (at && shownCards.value[at.column]) ?? []
  const leaving = new Set(ids)
  const stays = ({ id }: Card) => !leaving.has(id)
  const next = cards.slice(at?.row).find(stays) ?? cards.slice(0, at?.row).findLast(stays)
  return (next ?? shownCards.value.flat().find(stays))?.id
}

export async function deleteAndStepOn(ids: readonly string[]): Promise<void> {
  await andFocus(deleteCards(ids).then(clearSelection), neighbourOf(ids))
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
