import { findAll } from '../../client/board/columns.ts'
import { completionsOf } from '../../client/board/moves.ts'
import { called } from '../model/wording.ts'
import { commit, foreseen } from '../sync/commit.ts'
import { offerUndo } from './undo.ts'

/** Completes cards; if all of them are complete, reopens them. They stay where they are. */
export async function toggleComplete(ids: readonly string[]): Promise<void> {
  // Includes pending operations: a second click may come before the first is shown.
  const present = findAll(foreseen().columns, ids)
  const complete = present.some((card) => !card.complete)
  const cards = present.filter((card) => card.complete !== complete)
  if (cards.length === 0) return
  const operations = completionsOf(cards.map((card) => ({ ...card, complete })))
  await commit(...operations)
  offerUndo({
    ids,
    what: `${complete ? 'Completed' : 'Reopened'} ${called(cards)}`,
    undone: `${complete ? 'Reopened' : 'Completed'} ${called(cards)}`,
    undo: () => commit(...completionsOf(cards)),
    redo: () => commit(...operations),
  })
}
