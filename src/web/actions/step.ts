import { cursor, focusCard } from '../state/focus.ts'
import { shownCards, tabStop, whereIs } from '../state/shown.ts'

/** Moves the cursor to the next card up, down, left or right, skipping empty columns. */
export function step(across: number, down: number): void {
  const at = whereIs(cursor.value)
  if (!at) {
    focusCard(tabStop.value)
    return
  }
  if (down !== 0) {
    const next = shownCards.value[at.column]?.[at.row + down]
    if (next) focusCard(next.id)
    return
  }
  for (let column = at.column + across; shownCards.value[column]; column += across) {
    const cards = shownCards.value[column] ?? []
    const next = cards[Math.min(at.row, cards.length - 1)]
    if (next) {
      focusCard(next.id)
      return
    }
  }
}

/** Moves the cursor to the first or last card of its column. */
export function stepToEnd(end: 'first' | 'last'): void {
  const at = whereIs(cursor.value ?? tabStop.value)
  const card = at && shownCards.value[at.column]?.at(end === 'first' ? 0 : -1)
  if (card) focusCard(card.id)
}
