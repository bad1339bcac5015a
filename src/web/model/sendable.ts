import { computed, signal } from '@preact/signals'
import { cardsOf, keyOf } from '../../board/columns.ts'
import { columnsIn } from '../../board/workspace.ts'
import { confirmed, outbox, unsent, type Waiting } from './changes.ts'
import { isKnown } from './known-operations.ts'
import { idsOf, type Operation } from './operations.ts'

const hour = 3_600_000

/** The server keeps idempotency keys for 30 days. After that, a retry could apply an operation twice. */
const longestWait = 25 * 24 * hour

const thisHour = () => Math.floor(Date.now() / hour) * hour
const now = signal(thisHour())

/** Computed signals don't notice that time passes. */
export const lookAtClock = () => {
  now.value = thisHour()
}

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
