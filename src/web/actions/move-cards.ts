import { columns } from '../state/changes.ts'
import { type Column, cardsOf, columnOf, findAll, inbox, keyOf } from '../state/columns.ts'
import { movesTo, placesOf, turning } from '../state/moves.ts'
import { columnsOf, fullNameOf, isLast, nameOf } from '../state/projects.ts'
import { called } from '../state/wording.ts'
import { commit } from '../sync/commit.ts'
import { offerUndo } from './undo.ts'

const cardsIn = (column: Column) => cardsOf(columns.value, keyOf(column))

/**
 * Moves cards before another card of the column, or to its end. Into a project's last column completes them, out of it
 * reopens them.
 */
export async function moveCards(ids: readonly string[], column: Column, before?: string): Promise<void> {
  const cards = findAll(columns.value, ids)
  const present = cards.map(({ id }) => id)
  const order = orderWith(cardsIn(column), present, before)
  const isThere = order.every((id, index) => cardsIn(column)[index]?.id === id)
  if (cards.length === 0 || isThere) return
  const complete = isLast(column)
  const changing = cards.filter(
    (card) => keyOf(card) !== keyOf(column) && card.complete !== complete && (complete || isLast(card)),
  )
  const back = turning(placesOf(columns.value, cards), changing)
  const leavesProject = cards.some(({ project_id }) => project_id !== column.project_id)
  const turned = changing.map((card) => ({ ...card, complete }))
  await commit(...turning(movesTo(columns.value, present, column, before), turned))
  const index = cardsIn(column).findIndex(({ id }) => id === present[0])
  offerUndo({
    ids: present,
    what: `Moved ${called(cards)} to ${leavesProject ? fullNameOf(column) : nameOf(column)}, ${index + 1} of ${cardsIn(column).length}`,
    undo: () => commit(...back),
  })
}

/** Moves cards to a project, to its first column if none is named, or to the inbox. */
export async function sendCards(ids: readonly string[], projectId: string | null, statusId?: string) {
  const candidates = projectId ? columnsOf(projectId) : [inbox]
  const column = candidates.find(({ status_id }) => status_id === statusId) ?? candidates[0]
  if (column) await moveCards(ids, columnOf(column))
}

/** The ids at the head of the column, as far as the last of those that move, once they are there. */
function orderWith(
  column: ReturnType<typeof cardsIn>,
  moving: readonly string[],
  before: string | undefined,
): string[] {
  const rest = column.map(({ id }) => id).filter((id) => !moving.includes(id))
  const index = before === undefined ? -1 : rest.indexOf(before)
  return [...rest.slice(0, index === -1 ? rest.length : index), ...moving]
}
