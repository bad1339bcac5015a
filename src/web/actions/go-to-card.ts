import type { Card } from '../../contract/card.ts'
import { noteOpened } from '../navigation/recent.ts'
import { go, pathTo } from '../navigation/route.ts'
import { reveal } from '../state/drawn.ts'
import { elementOf, focusCard, onceDrawn } from '../state/focus.ts'

/** Opens the page of a card and focuses the card once it is rendered. */
export function goToCard({ id, project_id }: Card, how: { replace?: boolean } = {}): void {
  noteOpened(id)
  go(pathTo(project_id), how)
  reveal([id])
  // In the next frame: the page that is left may have the card as well.
  requestAnimationFrame(() =>
    onceDrawn(
      () => elementOf(id),
      () => focusCard(id),
    ),
  )
}
