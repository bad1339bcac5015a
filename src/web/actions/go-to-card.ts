import type { Card } from '../../contract/card.ts'
import { go, pathTo } from '../route.ts'
import { elementOf, focusCard } from '../state/focus.ts'

const maxFrames = 60

/** Opens the page that a card is on, and focuses the card once it is drawn. */
export function goToCard({ id, project_id }: Card): void {
  go(pathTo(project_id))
  let frames = maxFrames
  const look = () => {
    if (elementOf(id)) focusCard(id)
    else if (frames-- > 0) requestAnimationFrame(look)
  }
  look()
}
