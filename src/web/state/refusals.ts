import { computed } from '@preact/signals'
import { type Refused, refused } from './changes.ts'

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
    const last = group.find((one) => !group.some((other) => isAfter(other, one))) ?? group[0]
    return last ? [{ ...last, replaced: group.filter((one) => one !== last) }] : []
  })
})

/** Whether a text was typed in place of another. On the disk they have no order. */
const isAfter = ({ operation: later }: Refused, { operation: earlier }: Refused) =>
  later !== earlier &&
  'before' in later &&
  later.before === ('text' in earlier ? earlier.text : 'title' in earlier && earlier.title)

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
