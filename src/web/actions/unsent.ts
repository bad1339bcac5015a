import { keyOf } from '../../board/columns.ts'
import { confirmed, lostChanges, type Refused, stale } from '../model/changes.ts'
import { idsOf } from '../model/operations.ts'
import { count } from '../model/wording.ts'
import { dismiss, keep, settle } from '../sync/ledger.ts'
import { toSend } from '../sync/signals.ts'
import { offerUndo } from './undo.ts'

// The choices for what is not sent without asking: operations that are too old, and what a restored server has lost.

/** They keep their places, because later operations depend on them. */
export async function sendStale(): Promise<void> {
  await settle({ answered: stale.value.map((one) => ({ ...one, at: Date.now() })) })
  toSend.fire()
}

export async function discardStale(): Promise<void> {
  const entries = stale.value
  const discard = async () => {
    await settle({ gone: entries.map(({ n }) => n) })
    toSend.fire()
  }
  await discard()
  const what = entries.length === 1 ? 'the older change' : `${count(entries.length)} older changes`
  offerUndo({
    ids: entries.flatMap(({ operation }) => idsOf(operation)),
    items: [],
    what: `Discarded ${what}`,
    undone: `Restored ${what}`,
    // They return to their places.
    undo: () => keep(entries),
    redo: discard,
  })
}

/** Items that another device has brought back are neither sent nor moved again. */
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
  toSend.fire()
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
