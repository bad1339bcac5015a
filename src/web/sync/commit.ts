import { keepStorage } from '../keep-storage.ts'
import { workspace } from '../state/changes.ts'
import { newId } from '../state/new-id.ts'
import type { Operation } from '../state/operations.ts'
import { replayed } from '../state/replay.ts'
import { toSend } from './bells.ts'
import { keep } from './kept.ts'

let last: Promise<void> = Promise.resolve()
let pending: readonly Operation[] = []

/** Does something: resolves when it is on the disk and shown. It is sent when the server can be reached. */
export async function commit(...operations: readonly Operation[]): Promise<void> {
  if (operations.length === 0) return
  const entries = operations.map((operation) => ({ key: keyFor(operation), operation }))
  pending = [...pending, ...operations]
  const kept = keep(entries).finally(() => {
    pending = pending.filter((one) => !operations.includes(one))
  })
  last = kept.catch(() => {})
  await kept
  toSend.ring()
  keepStorage()
}

/** The key of a creation is the id of what it creates. */
const keyFor = (operation: Operation) =>
  operation.kind === 'add card' || operation.kind === 'add project' ? operation.id : newId()

/** Whether something that was done is still to be shown. */
export const isCommitting = () => pending.length > 0

/** Does it when everything before is shown, so that it acts on what the person will see: at once, if nothing is pending. */
export function afterCommits(act: () => unknown): void {
  if (!isCommitting()) act()
  else last.then(() => afterCommits(act))
}

/** What will be shown once everything that is being written is on the disk. */
export const foreseen = () => replayed(workspace.value, pending)
