import { find } from '../../client/board/columns.ts'
import type { Card } from '../../contract/card.ts'
import { columns, refused } from '../model/changes.ts'
import { typedIn } from '../model/operations.ts'
import { called } from '../model/wording.ts'
import { conflicts } from '../state/refusals.ts'
import { commit } from '../sync/commit.ts'
import { forget } from './refusals.ts'
import { offerUndo } from './undo.ts'

/** Replaces the text `before` with what was typed. */
export async function editText(card: Card, typed: string, before: string): Promise<void> {
  const { id } = card
  const text = typed.trim()
  if (text === '' || text === before || text === find(columns.value, id)?.text) return
  const edit = () => commit({ kind: 'edit card', id, text, before })
  await edit()
  offerUndo({
    ids: [id],
    what: `Edited ${called([card])}`,
    undone: `Restored the text of ${called([card])}`,
    holds: () =>
      !refused.value.some(
        ({ operation }) => operation.kind === 'edit card' && operation.id === id && operation.text === text,
      ),
    undo: async () => {
      const conflict = conflicts.value.get(id)
      if (conflict && typedIn(conflict.operation) === text) await forget(conflict)
      else await commit({ kind: 'edit card', id, text: before, before: text })
    },
    redo: edit,
  })
}
