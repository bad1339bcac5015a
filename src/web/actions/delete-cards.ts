import { findAll, placesOf } from '../../board/columns.ts'
import { idsOf, type Operation, wholeOf } from '../model/operations.ts'
import { called } from '../model/wording.ts'
import { commit, foreseen } from '../sync/commit.ts'
import { offerUndo, type Words } from './undo.ts'

/** Moves cards to the bin; with `complete`, those that are still so when the server hears of it. */
export async function deleteCards(
  ids: readonly string[],
  what: Words = (cards) => `Deleted ${called(cards)}`,
  complete?: boolean,
): Promise<void> {
  const { cards, operations, back } = deletionOf(ids, complete)
  if (cards.length === 0) return
  await commit(...operations)
  offerUndo({
    items: cards,
    what,
    undone: (restored) => `Restored ${called(restored)}`,
    undo: () => commit(...back),
    redo: () => commit(...deletionOf(ids, complete).operations),
  })
}

/** What moves these cards to the bin, and what brings them back as they are now, to where they are now. */
function deletionOf(ids: readonly string[], complete?: boolean) {
  const { columns } = foreseen()
  const cards = findAll(columns, ids).filter((card) => card.complete === (complete ?? card.complete))
  const operations = cards.map(
    ({ id, text }): Operation => ({
      kind: 'delete card',
      id,
      before: text,
      ...(complete !== undefined && { complete }),
    }),
  )
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
    async undo(): Promise<void> {
      // Not alone: the cards with which these were added are gone.
      if (also.undo.length > 0 && findAll(foreseen().columns, also.undo.flatMap(idsOf)).length === 0) return
      const wholes = projectIds.flatMap((id) => wholeOf(foreseen(), id) ?? [])
      // Last one first, so that none of the others is renumbered.
      const cards = deletionOf(cardIds.toReversed())
      back = [
        ...wholes.map((whole): Operation => ({ kind: 'restore project', id: whole.project.id, whole })),
        ...cards.back,
      ]
      await commit(
        ...also.undo,
        ...wholes.map(({ project }): Operation => ({ kind: 'delete project', id: project.id })),
        ...cards.operations,
      )
    },
    redo: () => commit(...also.redo, ...back),
  }
}
