import { computed, signal } from '@preact/signals'
import { find, steady } from '../../board/columns.ts'
import { type Confirmed, emptyWorkspace, type Workspace } from '../../board/workspace.ts'
import { isKnown } from './known-operations.ts'
import { idsOf, type Operation } from './operations.ts'
import { replayed } from './replay.ts'

// Optimistic updates: the app shows the confirmed state, with the unconfirmed operations replayed on top.

/** An operation in the outbox, in the order of `n`. */
export interface Waiting {
  n: number
  /** The idempotency key. */
  key: string
  operation: Operation
  /** Its sequence number on the server; undefined until it is answered. */
  seq?: number
  /** When it was made, by this device's clock, and by which version of the app. */
  at?: number
  by?: string
}

/** An operation that the server has refused permanently. It is no longer applied; the person decides what to do with it. */
export interface Refused extends Waiting {
  /** The problem's code, and what to tell the person. */
  code: string
  reason: string
  /** The current text or title, if it was changed elsewhere. */
  theirs?: string
}

/** The `code` of changes that the server had, and lost when a backup was restored. */
export const setBack = 'set_back'

export const isLost = ({ code }: Refused) => code === setBack

export const confirmed = signal<Confirmed>({ workspace: emptyWorkspace, seq: 0 })

/** Everything on the disk, including operations of other versions. Written only by `sync/kept.ts` and `sync/disk.ts`. */
export const outbox = signal<readonly Waiting[]>([])
export const refusedRows = signal<readonly Refused[]>([])

export const waiting = computed(() => outbox.value.filter(isKnown))
export const refused = computed(() => refusedRows.value.filter(isKnown))

const isUnsent = ({ seq }: Waiting) => seq === undefined

/** Operations that the server has not answered. */
export const unsent = computed(() => waiting.value.filter(isUnsent))

/** Operations that this version can neither show nor send, such as those of a newer one. They wait for a version that can. */
export const foreign = computed(() =>
  [...outbox.value, ...refusedRows.value].filter((one) => isUnsent(one) && !isKnown(one)),
)

let last: {
  base: Workspace
  operations: readonly Operation[]
  picture: Workspace
  shown: Workspace
} = { base: emptyWorkspace, operations: [], picture: emptyWorkspace, shown: emptyWorkspace }

/** Incremental where possible: adding an operation does not replay the whole outbox. */
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

/** Whether a card or project with this id exists or was refused. */
export const isMade = (id: string) =>
  find(columns.value, id) !== undefined ||
  (workspace.value.projects ?? []).some((project) => project.id === id) ||
  refused.value.some(({ operation }) => idsOf(operation).includes(id))

/** Whether the feed has brought the effect of an operation, so that the confirmed state contains it. */
export const isConfirmed = ({ seq }: Waiting, now = confirmed.value.seq) => seq !== undefined && seq <= now
