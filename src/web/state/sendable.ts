import { computed, signal } from '@preact/signals'
import { confirmed, outbox, unsent, type Waiting } from './changes.ts'
import { cardsOf, keyOf } from './columns.ts'
import { isKnown } from './known-operations.ts'
import { idsOf, type Operation } from './operations.ts'
import { columnsIn } from './workspace.ts'

const hour = 3_600_000

/** The server keeps idempotency keys for 30 days. After that, it would do again what it has done already. */
const longestWait = 25 * 24 * hour

const thisHour = () => Math.floor(Date.now() / hour) * hour
const now = signal(thisHour())

/** Computed values don't notice that time passes. */
export const lookAtClock = () => {
  now.value = thisHour()
}

/**
 * Has waited for so long that the person is asked before it is sent. An operation that seems to come from the future is stale, too:
 * the clock was set meanwhile, so nobody knows how long it has waited.
 */
const isStale = ({ at = now.value }: Waiting) => Math.abs(now.value - at) > longestWait

/** What the person has to decide about. */
export const stale = computed(() => unsent.value.filter(isStale))

/** The operations that can be sent. One that can't holds up those that build on it, and no others. */
export const sendable = computed(() => {
  const held = new Set<unknown>()
  return outbox.value.filter((entry) => {
    if (entry.seq !== undefined) return false
    const isHeld = !isKnown(entry) || isStale(entry) || (held.size > 0 && buildsOn(held, entry.operation))
    if (isHeld) {
      // Whatever its kind: these are the things that it is about.
      const { id, ids, whole } = Object(entry.operation)
      for (const one of [ids ?? id, Object(whole).cards].flat()) held.add(Object(one).id ?? one)
    }
    return !isHeld
  })
})

/** Whether it is about one of these things, or goes into one that the server doesn't have yet, such as a new project. */
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
