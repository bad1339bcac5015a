import type { Card } from '../../../contract/card.ts'
import { since } from '../../model/wording.ts'
import { completedAt } from '../../state/completions.ts'

/** “Completed yesterday”. Nothing if this device doesn't know, or the card is open. */
export function CompletedWhen({ card: { id, complete } }: { card: Card }) {
  const time = complete ? completedAt(id) : undefined
  return time === undefined ? null : <p class="completed-when quiet small">Completed {since(time)}</p>
}
