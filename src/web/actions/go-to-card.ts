import type { Card } from '../../contract/card.ts'
import { go, pathTo } from '../route.ts'
import { elementOf, focusCard, onceDrawn } from '../state/focus.ts'

/** Opens the page that a card is on, and focuses the card once it is drawn. */
export function goToCard({ id, project_id }: Card): void {
  go(pathTo(project_id))
  onceDrawn(
    () => elementOf(id),
    () => focusCard(id),
  )
}
