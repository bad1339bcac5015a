import { confirmed, waiting } from '../state/changes.ts'
import { find } from '../state/columns.ts'
import { placesOf } from '../state/moves.ts'
import { idsOf, type Operation, wholeOf } from '../state/operations.ts'
import { replayed } from '../state/replay.ts'
import { quoted } from '../state/wording.ts'
import type { Binned, Workspace } from '../state/workspace.ts'
import { commit } from '../sync/commit.ts'
import { offerUndo } from './undo.ts'

export const nameIn = ({ text, title }: Binned) => quoted(text ?? title ?? '')

/** Brings something back from the bin. What was deleted just now is there at once, else when the server has done it. */
export async function restore(item: Binned): Promise<void> {
  await commit(...restoring(item))
  const { id, kind, text = '' } = item
  offerUndo({
    ids: [id],
    what: `Restored ${nameIn(item)}`,
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

/** What the account was before something was deleted, if the server has not confirmed that yet. */
function beforeDeletion(id: string): Workspace | undefined {
  const operations = waiting.value.map(({ operation }) => operation)
  const at = operations.findLastIndex((one) => one.kind.startsWith('delete ') && idsOf(one).includes(id))
  return at === -1 ? undefined : replayed(confirmed.value.workspace, operations.slice(0, at))
}

/** One by one, even all of them: it may be sent much later, and only what the person has seen may go. */
export const purge = (items: readonly Binned[]) =>
  commit(...items.map(({ id }) => ({ kind: 'purge' as const, id })))
