import type { Card } from '../contract/card.ts'
import type { Day } from './text/days.ts'
import { type Due, type Every, readMarks } from './text/marks.ts'

/** When a card is due, and how it repeats. */
export interface CardDue {
  due: Due
  every: Every | null
}

/** A card with its due date, seen from a day. */
export interface DueCard {
  card: Card
  due: Due
  /** A time that has passed today is not overdue. */
  isOverdue: boolean
}

const known = new WeakMap<Pick<Card, 'text'>, CardDue | null>()

/** Null for a card without a date. Read once for each card, which is replaced when its text changes. */
export function dueOf(card: Pick<Card, 'text'>): CardDue | null {
  if (!card.text.includes('due:')) return null
  let found = known.get(card)
  if (found === undefined) {
    const { due, every } = readMarks(card.text)
    found = due && { due: due.due, every: every?.every ?? null }
    known.set(card, found)
  }
  return found
}

export const isOverdue = ({ day }: Due, today: Day) => day < today
