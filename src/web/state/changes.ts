import { computed, signal } from '@preact/signals'
import { find, steady } from './columns.ts'
import { isKnown } from './known-operations.ts'
import { idsOf, type Operation } from './operations.ts'
import { replayed } from './replay.ts'
import type { Confirmed } from './take-in.ts'
import { emptyWorkspace, type Workspace } from './workspace.ts'

// Optimistic updates. What is shown is what the server has said (confirmed), with the operations that it has not
// confirmed yet replayed on top.

/** An operation in the outbox, in the order of `n`. */
export interface Waiting {
  n: number
  /** Its idempotency key: however often it is sent, it is done once. */
  key: string
  operation: Operation
  /** The number that it took on the server; none until it is answered. */
  seq?: number
  /** When it was made, by the clock of this device, and the version that wrote it down. */
  at?: number
  by?: string
}

/** An operation that the server has refused for good. It is not shown any more; the person decides what becomes of it. */
export interface Refused extends Waiting {
  /** The problem's code, and what to tell the person. */
  code: string
  reason: string
  /** What the card or project says by now, if two people have changed it. */
  theirs?: string
}

export const confirmed = signal<Confirmed>({ workspace: emptyWorkspace, seq: 0 })

/** Everything on the disk, also what only another version knows. Nothing but `sync/kept.ts` and `sync/disk.ts` writes it. */
export const outbox = signal<readonly Waiting[]>([])
export const refusedRows = signal<readonly Refused[]>([])

export const waiting = computed(() => outbox.value.filter(isKnown))
export const refused = computed(() => refusedRows.value.filter(isKnown))

const isUnsent = ({ seq }: Waiting) => seq === undefined

/** Those that the server has not answered. */
export const unsent = computed(() => waiting.value.filter(isUnsent))

/** Those that this version can neither show nor send, such as changes that a newer one has made: they stay until one can. */
export const foreign = computed(() =>
  [...outbox.value, ...refusedRows.value].filter((one) => isUnsent(one) && !isKnown(one)),
)

let last: {
  base: Workspace
  operations: readonly Operation[]
  picture: Workspace
  shown: Workspace
} = { base: emptyWorkspace, operations: [], picture: emptyWorkspace, shown: emptyWorkspace }

/** Continues the last picture where it can: an outbox of a thousand is not replayed for each one that is added. */
export const workspace = computed(() => {
  const base = confirmed.value.workspace
  const operations = waiting.value.map(({ operation }) => operation)
  const goesOn = last.base === base && last.operations.every((one, index) => one === operations[index])
  const added = goesOn ? operations.slice(last.operations.length) : operations
  const picture = replayed(goesOn ? last.picture : base, added)
  const shown = { ...picture, columns: steady(picture.columns, last.shown.columns) }
  last = { base, operations, picture, shown }
  return shown
})
export const columns = computed(() => workspace.value.columns)

/** Whether a card or project of this id was made here or elsewhere, or refused. */
export const isMade = (id: string) =>
  find(columns.value, id) !== undefined ||
  (workspace.value.projects ?? []).some((project) => project.id === id) ||
  refused.value.some(({ operation }) => idsOf(operation).includes(id))

/** Whether the feed has brought what an operation has done. From then on it is part of what is confirmed. */
export const isConfirmed = ({ seq }: Waiting, now = confirmed.value.seq) => seq !== undefined && seq <= now
