import { type Column, cardsOf, keyOf } from '../../../client/board/columns.ts'
import { columns } from '../../model/changes.ts'
import { count } from '../../model/wording.ts'
import { drawnIn, fold, showCompleted, unfold } from '../../state/drawn.ts'
import { focusCard } from '../../state/focus.ts'

/** How many cards of a column are hidden, and the button that shows them. */
export function HiddenCards({ column }: { column: Column }) {
  const { hidden, foldable } = drawnIn(column).value
  if (hidden === 0 && foldable === 0) return null
  return (
    <button
      type="button"
      class="hidden-cards quiet"
      aria-expanded={hidden === 0}
      onClick={() => (hidden > 0 ? showAll(column) : fold(column))}
    >
      {hidden === 0 ? 'Show fewer' : `${count(hidden)} ${showCompleted.value ? 'more' : 'completed'}`}
    </button>
  )
}

/** The keyboard goes on with the first card that was hidden. */
function showAll(column: Column): void {
  const drawn = new Set(drawnIn(column).value.cards)
  unfold(column)
  focusCard(cardsOf(columns.value, keyOf(column)).find((card) => !drawn.has(card))?.id)
}
