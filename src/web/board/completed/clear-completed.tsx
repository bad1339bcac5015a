import { type Column, keyOf } from '../../../board/columns.ts'
import { clearCompleted } from '../../actions/chosen-cards.ts'
import { count } from '../../model/wording.ts'
import { isLast } from '../../state/projects.ts'
import { drawnIn } from '../../state/visible.ts'

/** In the header of a column: moves its completed cards to the bin. */
export function ClearCompleted({ column }: { column: Column }) {
  const { completed } = drawnIn(column).value
  if (completed === 0) return null
  const isQuiet = keyOf(column) !== 'inbox' && !isLast(column)
  return (
    <button
      type="button"
      class={isQuiet ? 'clear-completed at-hand' : 'clear-completed'}
      onClick={() => clearCompleted([column])}
    >
      Clear<span> completed</span> ({count(completed)})
    </button>
  )
}
