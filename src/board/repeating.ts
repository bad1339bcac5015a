import { sha256 } from '@noble/hashes/sha2.js'
import type { Card } from '../contract/card.ts'
import type { Column } from './columns.ts'
import { dueOf } from './due.ts'
import type { Day } from './text/days.ts'
import { nextText, setDue } from './text/marks.ts'

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
 * The cards that completing these adds: a successor for each that repeats and is still open. `to` is where they go at the same time,
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

/** Takes the place of a purged successor. Its id is derived from that one, so it is the same on every device, too. */
export const replacementFor = <One extends { id: string }>(successor: One): One => ({
  ...successor,
  id: nextCardId(successor.id),
})

/** The text of a successor that comes back from the bin: its own, with the date set again. */
export const redated = (text: string, successor: Pick<Successor, 'text'>): string =>
  setDue(text, dueOf(successor)?.due ?? null)

/** The id of the card that follows a repeating one, so that two devices that complete it add the same card. */
export function nextCardId(id: string): string {
  const bytes = sha256(new TextEncoder().encode(`inboard:next:${id}`)).slice(0, 16)
  const hex = Array.from(bytes, (byte, index) => stamped(byte, index).toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** With version 8 and the variant of RFC 9562. */
function stamped(byte: number, index: number): number {
  if (index === 6) return (byte & 0x0f) | 0x80
  return index === 8 ? (byte & 0x3f) | 0x80 : byte
}
