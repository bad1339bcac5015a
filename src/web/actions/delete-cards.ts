import { findAll } from '../../client/board/columns.ts'
import { placesOf } from '../../client/board/moves.ts'
import { type Operation, wholeOf } from '../model/operations.ts'
import { called } from '../model/wording.ts'
import { commit, foreseen } from '../sync/commit.ts'
import { offerUndo } from './undo.ts'

/** Moves cards to the bin. */
export async function deleteCards(ids: readonly string[], what?: string): Promise<void> {
  const { cards, operations, back } = deletionOf(ids)
  if (cards.length === 0) return
  await commit(...operations)
  offerUndo({
    ids,
    what: what ?? `Deleted ${called(cards)}`,
    undone: `Restored ${called(cards)}`,
    undo: () => commit(...back),
    redo: () => commit(...deletionOf(ids).operations),
  })
}

/** What moves these cards to the bin, and what brings them back as they are now, to where they are now. */
function deletionOf(ids: readonly string[]) {
  const { columns } = foreseen()
  const cards = findAll(columns, ids)
  const operations = cards.map(({ id, text }): Operation => ({ kind: 'delete card', id, before: text }))
  const restored = cards.map((card): Operation => ({ kind: 'restore card', id: card.id, card }))
  return { cards, operations, back: [...restored, ...placesOf(columns, cards)] }
}

/**
 * How to undo that cards and projects were made: by deleting them. Redo restores them as they were then. `also` is undone and done
 * again in the same step.
 */
export function undoingOf(
  cardIds: readonly string[],
  projectIds: readonly string[] = [],
  also: { undo: readonly Operation[]; redo: readonly Operation[] } = { undo: [], redo: [] },
) {
  let back: readonly Operation[] = []
  return {
    undo(): Promise<void> {
      const wholes = projectIds.flatMap((id) => wholeOf(foreseen(), id) ?? [])
      // Last one first, so that none of the others is renumbered.
      const cards = deletionOf(cardIds.toReversed())
      back = [
        ...wholes.map((whole): Operation => ({ kind: 'restore project', id: whole.project.id, whole })),
        ...cards.back,
      ]
      return commit(
        ...also.undo,
        ...wholes.map(({ project }): Operation => ({ kind: 'delete project', id: project.id })),
        ...cards.operations,
      )
    },
    redo: () => commit(...also.redo, ...back),
  }
}
