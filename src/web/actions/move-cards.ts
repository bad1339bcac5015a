import {
  type Column,
  cardsOf,
  changedByMove,
  columnOf,
  findAll,
  inbox,
  keyOf,
  movesTo,
  placesOf,
  turning,
} from '../../board/columns.ts'
import type { Card } from '../../contract/card.ts'
import { columns } from '../model/changes.ts'
import { called, count, wasOrWere } from '../model/wording.ts'
import { drawnIn, revealAmongMany } from '../state/drawn.ts'
import { notify } from '../state/notices.ts'
import { columnsOf, fullNameOf, isLast, nameOf } from '../state/projects.ts'
import { commit } from '../sync/commit.ts'
import { nextOf } from './complete-cards.ts'
import { undoingOf } from './delete-cards.ts'
import { offerUndo } from './undo.ts'

const cardsIn = (column: Column) => cardsOf(columns.value, keyOf(column))

/**
 * Moves cards before another card, or to the end of the column. Entering a project's last column completes them, leaving it
 * reopens them.
 */
export async function moveCards(ids: readonly string[], column: Column, before?: string): Promise<void> {
  const cards = findAll(columns.value, ids)
  const present = cards.map(({ id }) => id)
  const order = orderWith(cardsIn(column), present, before)
  const isThere = order.every((id, index) => cardsIn(column)[index]?.id === id)
  if (cards.length === 0 || isThere) return
  const turned = changedByMove(cards, column, isLast)
  const formerly = findAll(
    columns.value,
    turned.map(({ id }) => id),
  )
  const back = turning(placesOf(columns.value, cards), formerly)
  const leavesProject = cards.some(({ project_id }) => project_id !== column.project_id)
  const operations = turning(movesTo(columns.value, present, column, before), turned)
  const origins = [...new Map(cards.map((card) => [keyOf(card), card])).values()]
  const found = nextOf(formerly, column)
  const next = found instanceof Promise ? await found : found
  if (!next) return
  const nextIds = next.operations.map(({ id }) => id)
  revealAmongMany(present)
  await commit(...operations, ...next.operations)
  // Others may have deleted some of them, such as while they were dragged.
  const moved = findAll(columns.value, present)
  if (moved.length === 0) return notify({ text: `${called(cards)} ${wasOrWere(cards)} deleted elsewhere.` })
  offerUndo({
    ids: [...present, ...nextIds],
    items: moved,
    what: (now) =>
      `Moved ${now.length === 1 ? '' : `${called(now)} `}to ${leavesProject ? fullNameOf(column) : nameOf(column)}${next.said}`,
    more() {
      const drawn = drawnIn(column).value.cards
      const index = drawn.findIndex(({ id }) => present.includes(id))
      return `${count(index + 1)} of ${count(drawn.length)}.`
    },
    undone: (now) => movedBack(now, origins, column),
    ...undoingOf(nextIds, [], { undo: back, redo: operations }),
  })
}

/** “Moved back to To do”, unless they only changed places or came from several columns. */
function movedBack(
  cards: readonly Pick<Card, 'text'>[],
  [origin, ...others]: readonly Column[],
  column: Column,
): string {
  if (!origin || others.length > 0 || keyOf(origin) === keyOf(column)) return `Moved ${called(cards)} back`
  const leftProject = origin.project_id !== column.project_id
  return `Moved ${cards.length === 1 ? '' : `${called(cards)} `}back to ${leftProject ? fullNameOf(origin) : nameOf(origin)}`
}

/** Moves cards to a column of a project (the first by default) or to the inbox. */
export async function sendCards(ids: readonly string[], projectId: string | null, statusId?: string) {
  const candidates = projectId ? columnsOf(projectId) : [inbox]
  const column = candidates.find(({ status_id }) => status_id === statusId) ?? candidates[0]
  if (column) await moveCards(ids, columnOf(column))
}

/** The ids in the column after the move, up to the last moved card. */
function orderWith(
  column: ReturnType<typeof cardsIn>,
  moving: readonly string[],
  before: string | undefined,
): string[] {
  const rest = column.map(({ id }) => id).filter((id) => !moving.includes(id))
  const index = before === undefined ? -1 : rest.indexOf(before)
  return [...rest.slice(0, index === -1 ? rest.length : index), ...moving]
}
