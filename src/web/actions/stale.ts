import { count } from '../state/described.ts'
import { idsOf } from '../state/operations.ts'
import { stale } from '../state/sendable.ts'
import { toSend } from '../sync/bells.ts'
import { keep, settle } from '../sync/kept.ts'
import { offerUndo } from './undo.ts'

// What can become of operations that have waited too long to be sent by themselves.

/** In their places: what was done later builds on them. */
export async function sendStale(): Promise<void> {
  await settle({ answered: stale.value.map((one) => ({ ...one, at: Date.now() })) })
  toSend.ring()
}

export async function discardStale(): Promise<void> {
  const entries = stale.value
  await settle({ gone: entries.map(({ n }) => n) })
  toSend.ring()
  offerUndo({
    ids: entries.flatMap(({ operation }) => idsOf(operation)),
    what: `Discarded ${entries.length === 1 ? 'the older change' : `${count(entries.length)} older changes`}`,
    // In their places, too.
    undo: () => keep(entries),
  })
}
