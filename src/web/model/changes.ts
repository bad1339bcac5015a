import { computed, signal } from '@preact/signals'
import { cardsOf, find, keyOf, steady } from '../../board/columns.ts'
import { type Confirmed, columnsIn, emptyWorkspace, type Workspace } from '../../board/workspace.ts'
import { idsOf, type Operation, typedIn } from './operations.ts'
import { replayed } from './replay.ts'

// The state that the app shows: the confirmed one, with the operations of the outbox replayed on top. And which of those can be sent, and
// which the person has to decide about.

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

/** The members of each kind that must be strings. */
const texts: Record<Operation['kind'], readonly string[]> = {
  'add card': ['id', 'text'],
  'edit card': ['id', 'text', 'before'],
  'complete card': ['id'],
  'move cards': [],
  'delete card': ['id'],
  'restore card': ['id'],
  'add project': ['id', 'title'],
  'rename project': ['id', 'title', 'before'],
  'delete project': ['id'],
  'restore project': ['id'],
  purge: ['id'],
}

/**
 * Whether this version can show and send an operation. A newer version may have written it, one that was rolled back or is open
 * in another tab. The rest of the app never sees an unknown operation.
 */
export function isKnown({ key, operation }: { key: unknown; operation: unknown }): boolean {
  const { kind, ...members } = (operation ?? {}) as Record<string, unknown>
  if (typeof key !== 'string' || !Object.hasOwn(texts, String(kind))) return false
  if (kind === 'move cards')
    return Array.isArray(members.ids) && Array.isArray(members.behind) && members.column instanceof Object
  if (kind === 'restore project' && members.whole !== undefined) {
    const { project, statuses, cards } = Object(members.whole)
    if (!(project instanceof Object && Array.isArray(statuses) && Array.isArray(cards))) return false
  }
  return texts[kind as Operation['kind']].every((name) => typeof members[name] === 'string')
}

/** The `code` of changes that the server had, and lost when a backup was restored. */
export const setBack = 'set_back'

export const isLost = ({ code }: Refused) => code === setBack

export const confirmed = signal<Confirmed>({ workspace: emptyWorkspace, seq: 0 })

/** Everything on the disk, including operations of other versions. Written only by `sync/ledger.ts` and `sync/disk.ts`. */
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
  const before = goesOn ? last.picture : base
  const picture = added.length > 0 ? replayed(before, added) : before
  const shown =
    picture === last.picture
      ? last.shown
      : { ...picture, columns: steady(picture.columns, last.shown.columns) }
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

const hour = 3_600_000

/** The server keeps idempotency keys for 30 days. After that, a retry could apply an operation twice. */
const longestWait = 25 * 24 * hour

/** In whole hours. */
const now = signal(0)

/** Computed signals don't notice that time passes. */
export const lookAtClock = () => {
  now.value = Math.floor(Date.now() / hour) * hour
}
lookAtClock()

/**
 * So old that the person is asked before it is sent. An operation from the future is stale, too: the clock was changed, so its
 * age is unknown.
 */
const isStale = ({ at = now.value }: Waiting) => Math.abs(now.value - at) > longestWait

/** Unsent operations that are stale. */
export const stale = computed(() => unsent.value.filter(isStale))

/** The operations that can be sent. One that can't blocks only those that depend on it. */
export const sendable = computed(() => {
  const held = new Set<unknown>()
  return outbox.value.filter((entry) => {
    if (entry.seq !== undefined) return false
    const isHeld = !isKnown(entry) || isStale(entry) || (held.size > 0 && buildsOn(held, entry.operation))
    if (isHeld) {
      // Works for unknown kinds, too: collects the ids that it mentions.
      const { id, ids, whole } = Object(entry.operation)
      for (const one of [ids ?? id, Object(whole).cards].flat()) held.add(Object(one).id ?? one)
    }
    return !isHeld
  })
})

/** Whether it changes a blocked item, or goes into one that the server doesn't have yet, such as a new project. */
function buildsOn(held: ReadonlySet<unknown>, operation: Operation): boolean {
  const { statuses, columns } = confirmed.value.workspace
  const isMissing = (id: string | null) =>
    id !== null &&
    held.has(id) &&
    ![...statuses].some(([of, list]) => of === id || list.some((one) => one.id === id))
  if (idsOf(operation).some((id) => held.has(id))) return true
  // A card that is to leave a project must not be deleted with it.
  if (operation.kind === 'delete project')
    return columnsIn(statuses, operation.id).some((column) =>
      cardsOf(columns, keyOf(column)).some(({ id }) => held.has(id)),
    )
  if (operation.kind === 'add card') return isMissing(operation.project_id)
  if (operation.kind !== 'move cards') return false
  return isMissing(operation.column.project_id) || isMissing(operation.column.status_id)
}

/** A refused operation that the person has to decide about. */
export interface Refusal extends Refused {
  /** Earlier refused texts for the same card or project, which this one replaces. */
  replaced: readonly Refused[]
}

/** The changes that the server has lost, in the order in which they can be sent again. */
export const lostChanges = computed(() => refused.value.filter(isLost).sort((one, other) => one.n - other.n))

export const refusals = computed((): readonly Refusal[] => {
  const others = refused.value.filter((one) => !isLost(one))
  const groups = Map.groupBy(others, ({ key, operation }) => ('before' in operation ? operation.id : key))
  return [...groups.values()].flatMap((group) => {
    const inOrder = group.toSorted((one, other) => one.n - other.n)
    const [first, last] = [inOrder[0], inOrder.at(-1)]
    if (!first || !last || isTakenBack(first, last)) return []
    return [{ ...last, replaced: inOrder.slice(0, -1) }]
  })
})

/** Whether undo has brought back the original text, so that nothing is left to save. */
const isTakenBack = ({ operation: first }: Refused, { operation: last }: Refused) =>
  first !== last && 'before' in first && first.before === typedIn(last)

export const isConflict = ({ code }: Refused) => code === 'changed_meanwhile'

/** Edits that conflict with a change made elsewhere, by card or project id. */
export const conflicts = computed(
  () =>
    new Map(
      refusals.value.flatMap((one) =>
        isConflict(one) && 'before' in one.operation ? [[one.operation.id, one] as const] : [],
      ),
    ),
)
