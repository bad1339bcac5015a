import { effect } from '@preact/signals'
import type { Imported } from '../../contract/transfer.ts'
import { confirmed } from '../model/changes.ts'
import { count, isolated } from '../model/wording.ts'
import { undoingOf } from './delete-cards.ts'
import { offerUndo } from './undo.ts'

/** Offers to undo an import by moving everything it created to the bin. Returns the same function for a button. */
export function offerUndoOfImport(made: Imported, seq: number, onUndone: () => void): () => Promise<void> {
  const { boards, inbox } = made
  const projectIds = boards.flatMap(({ project_id: id }) => id ?? [])
  const { undo, redo } = undoingOf(inbox.card_ids ?? [], projectIds)
  return offerUndo({
    items: [],
    what: `Imported ${whatOf(made)}`,
    undone: `Deleted ${whatOf(made)}`,
    async undo() {
      // A deletion needs the texts, which arrive with the feed.
      await caughtUpWith(seq)
      await undo()
      onUndone()
    },
    redo,
  })
}

/** “Garden”, or 31 cards, or 2 projects. */
function whatOf({ boards, inbox, cards }: Imported): string {
  const [first] = boards
  if (first && boards.length === 1 && inbox.cards === 0) return `“${isolated(first.title)}”`
  return cards === 0 ? `${boards.length} projects` : cards === 1 ? 'one card' : `${count(cards)} cards`
}

/** Resolves when the feed has reached `seq`. */
const caughtUpWith = (seq: number) =>
  new Promise<void>((resolve) => {
    const stop = effect(() => {
      if (confirmed.value.seq < seq) return
      resolve()
      queueMicrotask(() => stop())
    })
  })
