import type { Card } from '../../contract/card.ts'

const longest = 40

/** Enough of a card's text to recognise it: its first line, shortened. */
export function briefly(text: string): string {
  const [line = ''] = text.split('\n', 1)
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line
}

/** “Buy milk”, or “3 cards”. */
export function called(cards: readonly Card[]): string {
  const [first] = cards
  if (cards.length !== 1 || !first) return `${cards.length} cards`
  return `“${briefly(first.text)}”`
}
