import { computed, signal } from '@preact/signals'
import { find, steady } from './columns.ts'
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
}

/** An operation that the server has refused for good. It is not shown any more; the person decides what becomes of it. */
export interface Refused {
  /** As in the outbox: on the disk they are sorted by their keys. */
  n: number
  key: string
  operation: Operation
  /** The problem's code, and what to tell the person. */
  code: string
  reason: string
  /** What the card or project says by now, if two people have changed it. */
  theirs?: string
}

export const confirmed = signal<Confirmed>({ workspace: emptyWorkspace, seq: 0 })
export const waiting = signal<readonly Waiting[]>([])
export const refused = signal<readonly Refused[]>([])

/** Those that the server has not answered. */
export const unsent = computed(() => waiting.value.filter(({ seq }) => seq === undefined))

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
