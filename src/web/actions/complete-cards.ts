import { batch } from '@preact/signals'
import { columns } from '../state/changes.ts'
import { findAll } from '../state/columns.ts'
import { called } from '../state/wording.ts'
import { outcomesOf } from './outcomes.ts'
import { patch } from './requests.ts'
import { offerUndo } from './undo.ts'

/** Completes cards; if all of them are complete, reopens them. */
export async function toggleComplete(ids: readonly string[]): Promise<void> {
  const present = findAll(columns.value, ids)
  const complete = present.some((card) => !card.complete)
  const cards = present.filter((card) => card.complete !== complete)
  if (cards.length === 0) return
  const set = (value: boolean) => batch(() => cards.map(({ id }) => patch(id, { complete: value })))
  const saving = set(complete)
  const undo = (): Promise<unknown> => outcomesOf(set(!complete), 'That was not undone.', cards, undo)
  const forget = offerUndo({
    ids,
    what: `${complete ? 'Completed' : 'Reopened'} ${called(cards)}`,
    undo,
  })
  const outcomes = await outcomesOf(saving, 'That was not saved, so it was put back.', cards, () =>
    toggleComplete(ids),
  )
  if (outcomes.some(({ status }) => status === 'rejected')) forget()
}
