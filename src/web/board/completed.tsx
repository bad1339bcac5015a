import { type Column, keyOf } from '../../board/columns.ts'
import type { Card } from '../../contract/card.ts'
import { clearCompleted } from '../actions/chosen-cards.ts'
import { count, since } from '../model/wording.ts'
import { Button } from '../parts/icons.tsx'
import { completedAt } from '../state/completions.ts'
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

/** “Completed yesterday”. Nothing if this device doesn't know, or the card is open. */
export function CompletedWhen({ card: { id, complete } }: { card: Card }) {
  const time = complete ? completedAt(id) : undefined
  return time === undefined ? null : <p class="completed-when quiet small">Completed {since(time)}</p>
}
