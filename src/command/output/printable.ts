import { dueOf } from '../../client/board/due.ts'
import { dateInWords, everyInWords } from '../../client/dates/words.ts'
import type { Day } from '../../contract/plain/marks/days.ts'
import { titleOf as titleOfText } from '../../contract/plain/marks/marks.ts'
import { count } from './terminal.ts'

/** Control characters and bidirectional overrides: a card must not control the terminal that lists it. */
const commanding = /(?![\t\n])\p{Cc}|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

export const printable = (text: string) =>
  text.replaceAll('\r\n', '\n').replace(commanding, (one) => {
    const digits = one.charCodeAt(0).toString(16)
    return digits.length > 2 ? `\\u${digits}` : `\\x${digits.padStart(2, '0')}`
  })

/** The title of a card, without its marks; `…` says that there is more. */
export function titleOf(text: string): string {
  const whole = text.replaceAll('\r\n', '\n').trim()
  const title = printable(titleOfText(whole)).replaceAll('\t', ' ').trimEnd()
  return whole.includes('\n') ? `${title} …` : title
}

/** `Fri 27 Nov, every month`; undefined for a card without a date. */
export function datesOf(card: { text: string }, today: Day): string | undefined {
  const dates = dueOf(card)
  if (!dates) return undefined
  const { due, every } = dates
  return [dateInWords(due, today), ...(every ? [everyInWords(every)] : [])].join(', ')
}

/** `Pay rent · due Fri 27 Nov, every month` */
export function titleWithDates(card: { text: string }, today: Day): string {
  const dates = datesOf(card, today)
  return `${titleOf(card.text)}${dates === undefined ? '' : ` · due ${dates}`}`
}

const wide =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}]/u
const widthOf = (character: string) => (/^[\p{M}\p{Cf}]$/u.test(character) ? 0 : wide.test(character) ? 2 : 1)

/** Shortens a line to a number of terminal columns. */
export function cut(line: string, columns: number): string {
  let width = 0
  let kept = ''
  for (const character of line) {
    width += widthOf(character)
    if (width > columns) return `${[...kept].slice(0, -1).join('')}…`
    kept += character
  }
  return line
}

/** `"Buy milk"`, or `3 cards`. */
export const whatOf = (cards: readonly { text: string }[]) =>
  cards.length === 1 ? `"${cut(titleOf(cards[0]?.text ?? ''), 60)}"` : count(cards.length, 'card')
