import type { Card } from '../../contract/card.ts'
import { go, pathTo } from '../route.ts'
import { elementOf, focusCard } from '../state/selection.ts'

/** Goes to the page that a card is on, and to the card as soon as it is drawn. */
export function focusCardElsewhere({ id, project_id }: Card): void {
  go(pathTo(project_id))
  let frames = 60
  const look = () => {
    if (elementOf(id)) focusCard(id)
    else if (frames-- > 0) requestAnimationFrame(look)
  }
  look()
}
