import { batch } from '@preact/signals'
import { columns } from '../state/changes.ts'
import { find, findAll } from '../state/columns.ts'
import { called } from '../state/wording.ts'
import { outcomesOf } from './outcomes.ts'
import { putBack, rememberOrder } from './put-back.ts'
import { destroy, restore } from './requests.ts'
import { offerUndo } from './undo.ts'

export async function deleteCards(ids: readonly string[]): Promise<void> {
  const cards = findAll(columns.value, ids)
  if (cards.length === 0) return
  const sources = rememberOrder(cards)
  const deleting = batch(() => cards.map(({ id }) => destroy(id)))
  const bringBack = (): Promise<unknown> => {
    const gone = cards.filter(({ id }) => !find(columns.value, id))
    return outcomesOf(
      [...gone.map(restore), ...putBack(sources)],
      'Not every card came back.',
      cards,
      bringBack,
    )
  }
  const forget = offerUndo({ ids, what: `Deleted ${called(cards)}`, undo: bringBack })
  const outcomes = await outcomesOf(
    deleting,
    cards.length === 1 ? 'The card was not deleted.' : 'Not everything was deleted.',
    cards,
    () => deleteCards(ids),
  )
  if (outcomes.every(({ status }) => status === 'rejected')) forget()
}
