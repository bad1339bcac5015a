import { idsOf } from '../model/operations.ts'
import { stale } from '../model/sendable.ts'
import { count } from '../model/wording.ts'
import { toSend } from '../sync/bells.ts'
import { keep, settle } from '../sync/kept.ts'
import { offerUndo } from './undo.ts'

// The choices for operations that are too old to be sent without asking.

/** They keep their places, because later operations depend on them. */
export async function sendStale(): Promise<void> {
  await settle({ answered: stale.value.map((one) => ({ ...one, at: Date.now() })) })
  toSend.ring()
}

export async function discardStale(): Promise<void> {
  const entries = stale.value
  const discard = async () => {
    await settle({ gone: entries.map(({ n }) => n) })
    toSend.ring()
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
