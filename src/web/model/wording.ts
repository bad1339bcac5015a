import { signal } from '@preact/signals'
import { titleOf } from '../../board/text/marks.ts'
import type { Card } from '../../contract/card.ts'

export const count = (number: number) => number.toLocaleString('en')

/** Reads a line as `plain` does, once the code for that is loaded. */
export const readPlain = signal((line: string) => line)

/** The title of a card as it is drawn: without marks, emphasis and the like. */
export function plainTitle(text: string): string {
  const title = titleOf(text)
  return /[*_`[]|^#/.test(title) ? readPlain.value(title) : title
}

/** A line of notes without the signs that make it a step, an item or a quotation. */
export const plainNotes = (line: string) =>
  readPlain.value(line.replace(/^[\s>]*(?:[-*+•]\s+(?:\[[ xX]\]\s+)?)?/, ''))

const longest = 40

/** Enough of a card's text to recognise it: its title, shortened. */
export function briefly(text: string): string {
  const title = plainTitle(text)
  if (title.length <= longest) return title
  // In code points: half an emoji is not a character.
  const characters = Array.from(title)
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : title
}

/** “Buy milk”, or “3 cards”. */
export function called(cards: readonly Pick<Card, 'text'>[]): string {
  const [first] = cards
  if (cards.length !== 1 || !first) return `${count(cards.length)} cards`
  return quoted(first.text)
}

export const wasOrWere = ({ length }: readonly unknown[]) => (length === 1 ? 'was' : 'were')

/** Enough of a text to recognise it, in quotation marks. */
export const quoted = (text: string) => `“${isolated(briefly(text))}”`

/** Letters that are written from right to left, and the invisible characters that change the direction of others. */
const turning =
  /[\u0590-\u08FF\u200E\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/** Isolates text inside a sentence, so that its direction does not reorder the words around it. */
export const isolated = (text: string) => (turning.test(text) ? `\u2068${text}\u2069` : text)
