import { computed } from '@preact/signals'
import { type Refused, refused } from './changes.ts'

/** Something that the server has refused, for the person to decide about. */
export interface Refusal extends Refused {
  /** Earlier texts for the same card or project, which this one has replaced. */
  replaced: readonly Refused[]
}

/** The oldest first. */
export const refusals = computed((): readonly Refusal[] => {
  const groups = Map.groupBy(refused.value, ({ key, operation }) =>
    'before' in operation ? operation.id : key,
  )
  return [...groups.values()].flatMap((group) => {
    const last = group.at(-1)
    return last ? [{ ...last, replaced: group.slice(0, -1) }] : []
  })
})

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
