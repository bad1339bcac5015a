import { columns } from '../state/changes.ts'
import { type Column, cardsOf, findAll, inbox, keyOf, orderWith } from '../state/columns.ts'
import { ensureLoaded } from '../state/load.ts'
import { complain } from '../state/notices.ts'
import { columnsOf, fullNameOf, nameOf } from '../state/projects.ts'
import { called } from '../state/wording.ts'
import { outcomesOf } from './outcomes.ts'
import { putBack, rememberOrder } from './put-back.ts'
import { setColumn } from './requests.ts'
import { offerUndo } from './undo.ts'

const present = (ids: readonly string[]) => findAll(columns.value, ids)
const cardsIn = (column: Column) => cardsOf(columns.value, keyOf(column))

/** Moves cards before another card of the column, or to its end. */
export async function moveCards(ids: readonly string[], column: Column, before?: string): Promise<void> {
  const cards = present(ids)
  if (cards.length === 0) return
  const order = orderWith(cardsIn(column), ids, before)
  const isThere = order.every((id, index) => cardsIn(column)[index]?.id === id)
  if (isThere) return
  const sources = rememberOrder(cards)
  const touched = [column, ...sources.map((source) => source.column)]
  const moving = setColumn(column, order, ids)
  const leavesProject = sources.some((source) => source.column.project_id !== column.project_id)
  const index = cardsIn(column).findIndex(({ id }) => id === ids[0])
  const undo = (): Promise<unknown> => outcomesOf(putBack(sources), 'The move was not undone.', touched, undo)
  const forget = offerUndo({
    ids,
    what: `Moved ${called(cards)} to ${leavesProject ? fullNameOf(column) : nameOf(column)}, ${index + 1} of ${cardsIn(column).length}`,
    undo,
  })
  const [outcome] = await outcomesOf([moving], 'The move was not saved, so it was put back.', touched, () =>
    moveCards(ids, column, before),
  )
  if (outcome?.status === 'rejected') forget()
}

/** Moves cards to a project that may not be loaded yet: to its first column, if none is named. */
export async function sendCards(ids: readonly string[], projectId: string | null, statusId?: string) {
  try {
    await ensureLoaded(projectId)
  } catch (error) {
    complain(error, 'The cards stay where they are.', () => sendCards(ids, projectId, statusId))
    return
  }
  const candidates = projectId ? columnsOf(projectId) : [inbox]
  const column = candidates.find(({ status_id }) => status_id === statusId) ?? candidates[0]
  if (column) await moveCards(ids, column)
}
