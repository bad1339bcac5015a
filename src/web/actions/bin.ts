import { find, placesOf } from '../../board/columns.ts'
import type { Binned, Workspace } from '../../board/workspace.ts'
import { confirmed, waiting } from '../model/changes.ts'
import { idsOf, type Operation, wholeOf } from '../model/operations.ts'
import { replayed } from '../model/replay.ts'
import { quoted } from '../model/wording.ts'
import { commit } from '../sync/commit.ts'
import { offerUndo } from './undo.ts'

export const nameIn = ({ text, title }: Binned) => quoted(text ?? title ?? '')

/** Restores an item. It is shown at once if its deletion is not confirmed yet, otherwise when the server has restored it. */
export async function restore(item: Binned): Promise<void> {
  await commit(...restoring(item))
  const { id, kind, text = '' } = item
  offerUndo({
    ids: [id],
    what: `Restored ${nameIn(item)}`,
    undone: `Deleted ${nameIn(item)}`,
    // It may be neither in the bin nor shown yet.
    items: [],
    redo: () => commit(...restoring(item)),
    undo: () =>
      commit(kind === 'card' ? { kind: 'delete card', id, before: text } : { kind: 'delete project', id }),
  })
}

function restoring({ id, kind }: Binned): Operation[] {
  const before = beforeDeletion(id)
  if (kind === 'project') return [{ kind: 'restore project', id, whole: before && wholeOf(before, id) }]
  const card = before && find(before.columns, id)
  return [{ kind: 'restore card', id, card }, ...(card ? placesOf(before.columns, [card]) : [])]
}

/** The workspace before an item was deleted, if the deletion is not confirmed yet. */
function beforeDeletion(id: string): Workspace | undefined {
  const operations = waiting.value.map(({ operation }) => operation)
  const at = operations.findLastIndex((one) => one.kind.startsWith('delete ') && idsOf(one).includes(id))
  return at === -1 ? undefined : replayed(confirmed.value.workspace, operations.slice(0, at))
}

/** One operation per item, even for the whole bin: sent later, it must delete only what the person saw. */
export const purge = (items: readonly Binned[]): Promise<void> =>
  commit(...items.map(({ id }) => ({ kind: 'purge' as const, id })))
