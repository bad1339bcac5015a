import { columns } from '../state/changes.ts'
import { findAll } from '../state/columns.ts'
import { placesOf } from '../state/moves.ts'
import { called } from '../state/wording.ts'
import { commit } from '../sync/commit.ts'
import { offerUndo } from './undo.ts'

/** Puts cards into the bin. */
export async function deleteCards(ids: readonly string[]): Promise<void> {
  const cards = findAll(columns.value, ids)
  if (cards.length === 0) return
  const back = placesOf(columns.value, cards)
  await commit(...cards.map(({ id, text }) => ({ kind: 'delete card' as const, id, before: text })))
  offerUndo({
    ids,
    what: `Deleted ${called(cards)}`,
    undo: () =>
      commit(...cards.map((card) => ({ kind: 'restore card' as const, id: card.id, card })), ...back),
  })
}
