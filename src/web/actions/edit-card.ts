import type { Card } from '../../contract/card.ts'
import { columns } from '../state/changes.ts'
import { find } from '../state/columns.ts'
import { typedIn } from '../state/operations.ts'
import { conflicts } from '../state/refusals.ts'
import { called } from '../state/wording.ts'
import { commit } from '../sync/commit.ts'
import { forget } from './refusals.ts'
import { offerUndo } from './undo.ts'

/** Saves what was typed in place of the text `before`. */
export async function editText(card: Card, typed: string, before: string): Promise<void> {
  const { id } = card
  const text = typed.trim()
  if (text === '' || text === before || text === find(columns.value, id)?.text) return
  await commit({ kind: 'edit card', id, text, before })
  offerUndo({
    ids: [id],
    what: `Edited ${called([card])}`,
    brief: true,
    undo: async () => {
      const conflict = conflicts.value.get(id)
      if (conflict && typedIn(conflict.operation) === text) await forget(conflict)
      else await commit({ kind: 'edit card', id, text: before, before: text })
    },
  })
}
