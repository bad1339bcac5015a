import { find } from '../../board/columns.ts'
import type { Card } from '../../contract/card.ts'
import { columns, conflicts, refused } from '../model/changes.ts'
import { typedIn } from '../model/operations.ts'
import { called } from '../model/wording.ts'
import { commit } from '../sync/commit.ts'
import { forget } from './decisions.ts'
import { offerUndo, type Words } from './undo.ts'

export interface Edit {
  id: string
  text: string
  before: string
}

interface Said {
  what: Words
  undone: Words
  isQuiet?: boolean
}

/** Replaces the text `before` with what was typed; with `entered` in its place, if a date was among the words. */
export async function editText(card: Card, typed: string, before: string, entered?: string): Promise<void> {
  const { id } = card
  const words = typed.trim()
  const text = entered ?? words
  if (text === '' || text === before || text === find(columns.value, id)?.text) return
  await commit({ kind: 'edit card', id, text, before })
  offerUndoOfEdits([{ id, text: words, before }], {
    what: `Edited ${called([card])}`,
    undone: `Restored the text of ${called([card])}`,
    isQuiet: entered !== undefined,
  })
  if (entered !== undefined) offerWords({ id, text: entered, before: words }, `Edited ${called([card])}`)
}

/** Replaces the texts of several cards, as one action. */
export async function editTexts(edits: readonly Edit[], said: Said): Promise<void> {
  await apply(edits)
  offerUndoOfEdits(edits, said)
}

/** Undo brings back the words of which a date was made. The next undo takes back what they were part of. */
export const offerWords = (edit: Edit, what: string, isQuiet = false) =>
  offerUndo({
    items: [seen(edit)],
    what,
    undone: 'Your words are back',
    isQuiet,
    undo: () => apply([reversed(edit)]),
    redo: () => apply([edit]),
  })

const apply = (edits: readonly Edit[]) =>
  commit(...edits.map((edit) => ({ kind: 'edit card' as const, ...edit })))

const seen = ({ id, before }: Edit) => ({ id, text: before })

const reversed = ({ id, text, before }: Edit): Edit => ({ id, text: before, before: text })

function offerUndoOfEdits(edits: readonly Edit[], said: Said): void {
  const texts = new Map(edits.map(({ id, text }) => [id, text]))
  offerUndo({
    items: edits.map(seen),
    ...said,
    holds: () =>
      !refused.value.some(
        ({ operation }) => operation.kind === 'edit card' && texts.get(operation.id) === operation.text,
      ),
    async undo() {
      const back: Edit[] = []
      for (const edit of edits) {
        const conflict = conflicts.value.get(edit.id)
        if (conflict && typedIn(conflict.operation) === edit.text) await forget(conflict)
        else back.push(reversed(edit))
      }
      await apply(back)
    },
    redo: () => apply(edits),
  })
}
