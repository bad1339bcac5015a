import { computed } from '@preact/signals'
import { isLost, type Refused, refused } from '../model/changes.ts'
import { typedIn } from '../model/operations.ts'

/** A refused operation that the person has to decide about. */
export interface Refusal extends Refused {
  /** Earlier refused texts for the same card or project, which this one replaces. */
  replaced: readonly Refused[]
}

/** What the server has lost, in the order in which it can be sent again. */
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
