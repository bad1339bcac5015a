import { workspace } from '../model/changes.ts'
import { keyFor, type Operation } from '../model/operations.ts'
import { replayed } from '../model/replay.ts'
import { keepStorage } from './disk.ts'
import { keep } from './ledger.ts'
import { toSend } from './signals.ts'

/** The operations that are being written. */
const writing = new Set<readonly Operation[]>()
/** How many commits are being written, or are followed by what belongs to them, such as remembering how to undo them. */
let committing = 0
const queue: (() => unknown)[] = []

/** Writes operations to the outbox. Resolves once they are on the disk and shown; sending happens in the background. */
export async function commit(...operations: readonly Operation[]): Promise<void> {
  if (operations.length === 0) return
  writing.add(operations)
  committing++
  try {
    await keep(operations.map((operation) => ({ key: keyFor(operation), operation })))
  } finally {
    writing.delete(operations)
    setTimeout(() => {
      committing--
      goOn()
    })
  }
  toSend.fire()
  keepStorage()
}

/** True while an operation is being written and not shown yet. */
export const isCommitting = () => committing > 0

/** Runs `act` once all pending operations are shown, so that it acts on what the person sees. Keeps the order of the calls. */
export function afterCommits(act: () => unknown): void {
  queue.push(act)
  goOn()
}

function goOn(): void {
  const next = isCommitting() ? undefined : queue.shift()
  if (!next) return
  try {
    next()
  } finally {
    goOn()
  }
}

/** The workspace as it will be once the pending operations are written. */
export const foreseen = () => replayed(workspace.value, [...writing].flat())
