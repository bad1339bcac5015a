import { effect } from '@preact/signals'
import type { Imported } from '../../contract/transfer.ts'
import { columns, confirmed } from '../state/changes.ts'
import { findAll } from '../state/columns.ts'
import { count } from '../state/described.ts'
import type { Operation } from '../state/operations.ts'
import { isolated } from '../state/wording.ts'
import { commit } from '../sync/commit.ts'
import { offerUndo } from './undo.ts'

/** Offers to put everything that an import has made into the bin. Returns another way to do so. */
export function offerUndoOfImport(made: Imported, seq: number, onUndone: () => void): () => Promise<void> {
  return offerUndo({
    ids: [],
    what: `Imported ${whatOf(made)}`,
    async undo() {
      // Before that, their texts are not known, which a deletion insists on.
      await caughtUpWith(seq)
      await commit(...deletionsOf(made))
      onUndone()
    },
  })
}

function deletionsOf({ boards, inbox }: Imported): Operation[] {
  const projects = boards.flatMap(({ project_id: id }) =>
    id ? [{ kind: 'delete project' as const, id }] : [],
  )
  // The last first: then none of the others has to be renumbered.
  const cards = findAll(columns.value, inbox.card_ids ?? []).toReversed()
  return [...projects, ...cards.map(({ id, text }) => ({ kind: 'delete card' as const, id, before: text }))]
}

/** “Garden”, or 31 cards, or 2 projects. */
function whatOf({ boards, inbox, cards }: Imported): string {
  const [first] = boards
  if (first && boards.length === 1 && inbox.cards === 0) return `“${isolated(first.title)}”`
  return cards === 0 ? `${boards.length} projects` : cards === 1 ? 'one card' : `${count(cards)} cards`
}

/** Resolves when the feed has brought a change. */
const caughtUpWith = (seq: number) =>
  new Promise<void>((resolve) => {
    const stop = effect(() => {
      if (confirmed.value.seq < seq) return
      resolve()
      queueMicrotask(() => stop())
    })
  })
