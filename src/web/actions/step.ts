import { cursor, focusCard } from '../state/focus.ts'
import { isReachable, nearest, shownCards, tabStop, whereIs } from '../state/shown.ts'

/** Moves the cursor to the next card up, down, left or right, skipping empty columns and what the filter dims. */
export function step(across: number, down: number): void {
  const at = whereIs(cursor.value)
  if (!at) {
    focusCard(nearest(isReachable) ?? tabStop.value)
    return
  }
  if (down !== 0) {
    const cards = shownCards.value[at.column] ?? []
    const next =
      down > 0 ? cards.slice(at.row + 1).find(isReachable) : cards.slice(0, at.row).findLast(isReachable)
    if (next) focusCard(next.id)
    return
  }
  for (let column = at.column + across; shownCards.value[column]; column += across) {
    const cards = shownCards.value[column] ?? []
    const next = cards.slice(0, at.row + 1).findLast(isReachable) ?? cards.slice(at.row).find(isReachable)
    if (next) {
      focusCard(next.id)
      return
    }
  }
}

/** Moves the cursor to the first or last card of its column. */
export function stepToEnd(end: 'first' | 'last'): void {
  const at = whereIs(cursor.value ?? tabStop.value)
  const cards = at && shownCards.value[at.column]?.filter(isReachable)
  const card = cards?.at(end === 'first' ? 0 : -1)
  if (card) focusCard(card.id)
}
