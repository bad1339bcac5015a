import type { Card } from '../contract/card.ts'
import type { Column } from './columns.ts'
import { dueOf } from './due.ts'
import type { Day } from './text/days.ts'
import { setDue } from './text/edit.ts'
import { nextCardId } from './text/next-id.ts'
import { nextText } from './text/repeat.ts'

/** The next card of a series. It goes to the end of the inbox, or of the first column of a project. */
export interface Successor {
  /** The same on every device, so that a series has one card however many complete the last one. Also its idempotency key. */
  id: string
  /** The card that it follows. */
  follows: string
  text: string
  project_id: string | null
}

/**
 * What completing these cards adds: a successor for each that repeats and is still open. `to` is where they go at the same time,
 * if they do.
 */
export const successorsOf = (
  cards: readonly Card[],
  today: Day,
  to?: Pick<Column, 'project_id'>,
): Successor[] =>
  cards.flatMap((card): Successor[] => {
    const text = card.complete || !dueOf(card)?.every ? null : nextText(card.text, today)
    if (text === null) return []
    const { project_id } = to ?? card
    return [{ id: nextCardId(card.id), follows: card.id, text, project_id }]
  })

/** What is added if the successor was purged. Its id follows from that one, so it is the same on every device, too. */
export const replacementFor = <One extends { id: string }>(successor: One): One => ({
  ...successor,
  id: nextCardId(successor.id),
})

/** The text of a successor that comes back from the bin: its own, with the date set again. */
export const redated = (text: string, successor: Pick<Successor, 'text'>): string =>
  setDue(text, dueOf(successor)?.due ?? null)
