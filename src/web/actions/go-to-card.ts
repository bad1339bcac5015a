import type { Card } from '../../contract/card.ts'
import { noteOpened } from '../navigation/recent.ts'
import { go, pathTo } from '../navigation/route.ts'
import { reveal } from '../state/drawn.ts'
import { elementOf, focusCard, onceDrawn } from '../state/focus.ts'

/** Opens the page of a card and focuses the card once it is rendered. */
export function goToCard({ id, project_id }: Card): void {
  noteOpened(id)
  go(pathTo(project_id))
  reveal([id])
  onceDrawn(
    () => elementOf(id),
    () => focusCard(id),
  )
}
