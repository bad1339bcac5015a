import { keyOf } from '../../board/columns.ts'
import { offerUndo } from '../actions/undo.ts'
import { confirmed, type Refused } from '../model/changes.ts'
import { idsOf } from '../model/operations.ts'
import { lostChanges } from '../state/refusals.ts'
import { toSend } from '../sync/bells.ts'
import { dismiss, keep, settle } from '../sync/kept.ts'

// The choices for what a restored server has lost.

/** What another device has brought back is not sent again, nor moved once more. */
export async function sendLost(): Promise<void> {
  const rows = lostChanges.value
  const { columns: now, projects = [] } = confirmed.value.workspace
  const cards = new Map([...now.values()].flat().map((card) => [card.id, card]))
  const there = new Set([...cards.keys(), ...projects.map(({ id }) => id)])
  const entries = rows.flatMap(({ key, operation, theirs }): Pick<Refused, 'key' | 'operation'>[] => {
    if (operation.kind !== 'move cards')
      return /^(?:add|restore) /.test(operation.kind) && there.has(operation.id) ? [] : [{ key, operation }]
    // `theirs` is the column that the server has had them in since it was restored.
    const ids = operation.ids.filter((id) => {
      const card = cards.get(id)
      return theirs === undefined ? !card : card && keyOf(card) === theirs
    })
    return ids.length === 0 ? [] : [{ key, operation: { ...operation, ids } }]
  })
  await keep(entries)
  await dismiss(rows)
  toSend.ring()
}

export async function discardLost(): Promise<void> {
  const rows = lostChanges.value
  await dismiss(rows)
  const what = rows.length === 1 ? 'the lost change' : 'the lost changes'
  offerUndo({
    ids: rows.flatMap(({ operation }) => idsOf(operation)),
    items: [],
    what: `Discarded ${what}`,
    undone: `Restored ${what}`,
    undo: () => settle({ refused: rows }),
    redo: () => dismiss(rows),
  })
}
