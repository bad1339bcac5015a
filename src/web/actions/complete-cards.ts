import { findAll } from '../state/columns.ts'
import { completionsOf } from '../state/moves.ts'
import { called } from '../state/wording.ts'
import { commit, foreseen } from '../sync/commit.ts'
import { offerUndo } from './undo.ts'

/** Completes cards; if all of them are complete, reopens them. They stay where they are. */
export async function toggleComplete(ids: readonly string[]): Promise<void> {
  // A second click may come before the first is shown.
  const present = findAll(foreseen().columns, ids)
  const complete = present.some((card) => !card.complete)
  const cards = present.filter((card) => card.complete !== complete)
  if (cards.length === 0) return
  await commit(...completionsOf(cards.map((card) => ({ ...card, complete }))))
  offerUndo({
    ids,
    what: `${complete ? 'Completed' : 'Reopened'} ${called(cards)}`,
    undo: () => commit(...completionsOf(cards)),
  })
}
