import { type Column, find, keyOf } from '../../board/columns.ts'
import type { Card } from '../../contract/card.ts'
import { clearCompleted } from '../actions/chosen-cards.ts'
import { confirmed } from '../model/changes.ts'
import { count, since } from '../model/wording.ts'
import { Button } from '../parts/icons.tsx'
import { isLast } from '../state/projects.ts'
import { drawnIn, setShowCompleted, showCompleted } from '../state/visible.ts'

/** Moves the completed cards of a column to the bin. */
export function ClearCompleted({ column }: { column: Column }) {
  const { completed } = drawnIn(column).value
  if (completed === 0) return null
  const isQuiet = keyOf(column) !== 'inbox' && !isLast(column)
  return (
    <Button
      class={isQuiet ? 'plain clear-completed at-hand' : 'plain clear-completed'}
      onClick={() => clearCompleted([column])}
    >
      Clear<span> completed</span> ({count(completed)})
    </Button>
  )
}

export const ShowCompleted = ({ label = 'Show completed' }) => (
  <label class="bar switch">
    <input
      type="checkbox"
      role="switch"
      checked={showCompleted.value}
      aria-checked={showCompleted.value}
      onChange={(event) => setShowCompleted(event.currentTarget.checked)}
    />
    {label}
  </label>
)

/** A card does not say when it was completed. Its last change may have been an edit or a move. */
export function CompletedWhen({ card: { id, complete } }: { card: Card }) {
  const known = find(confirmed.value.workspace.columns, id)
  if (!complete || (known?.complete && known.updated_at === known.created_at)) return null
  const time = known?.complete ? Date.parse(known.updated_at) : Date.now()
  return <p class="completed-when quiet small">Completed · last changed {since(time)}</p>
}
