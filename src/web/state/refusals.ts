import { computed } from '@preact/signals'
import { type Refused, refused } from './changes.ts'
import { typedIn } from './operations.ts'

/** Something that the server has refused, for the person to decide about. */
export interface Refusal extends Refused {
  /** Earlier texts for the same card or project, which this one has replaced. */
  replaced: readonly Refused[]
}

export const refusals = computed((): readonly Refusal[] => {
  const groups = Map.groupBy(refused.value, ({ key, operation }) =>
    'before' in operation ? operation.id : key,
  )
  return [...groups.values()].flatMap((group) => {
    const inOrder = group.toSorted((one, other) => one.n - other.n)
    const [first, last] = [inOrder[0], inOrder.at(-1)]
    if (!first || !last || isTakenBack(first, last)) return []
    return [{ ...last, replaced: inOrder.slice(0, -1) }]
  })
})

/** Whether the person has come back, by undo, to the text that they began with: then they want nothing. */
const isTakenBack = ({ operation: first }: Refused, { operation: last }: Refused) =>
  first !== last && 'before' in first && first.before === typedIn(last)

export const isConflict = ({ code }: Refused) => code === 'changed_meanwhile'

/** By the card or project: the person's own text, if it was changed elsewhere, too. */
export const conflicts = computed(
  () =>
    new Map(
      refusals.value.flatMap((one) =>
        isConflict(one) && 'before' in one.operation ? [[one.operation.id, one] as const] : [],
      ),
    ),
)
