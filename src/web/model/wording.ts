import { signal } from '@preact/signals'
import { type DateStyle, dayInWords, dueInWords, everyInWords } from '../../board/due.ts'
import type { Day } from '../../board/text/days.ts'
import { type Due, type Every, titleOf } from '../../board/text/marks.ts'
import type { Card } from '../../contract/card.ts'

// The words of the app: names in sentences, then dates.

export const count = (number: number) => number.toLocaleString('en')

/** “1 card”, “2 cards” */
export const counted = (number: number, noun: string) =>
  `${count(number)} ${number === 1 ? noun : `${noun}s`}`

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

/**
 * The page is in English, so its dates are; in the reader's own order, if that is an English one. Some systems have tags that
 * are none, such as “en-US@posix”.
 */
export const locale = navigator.languages.find((language) => /^en(-[A-Z]{2})?$/.test(language)) ?? 'en'

/** Words are in English, but people read the time as they are used to: “3:30 PM” or “15:30”. */
const { hourCycle } = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions()

const formats = new Map<string, Intl.DateTimeFormat>()

/** In UTC, because a day has no time zone. Creating a format takes longer than using it a hundred times. */
function formatted(instant: string, options: Intl.DateTimeFormatOptions, language = locale): string {
  const key = language + Object.entries(options).join()
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
  formats.set(key, format)
  return format.format(new Date(instant))
}

/** “Fri”, “Fri 27 Nov”, “Fri 27 Nov 2027” and “15:30”, in the order of a language. */
export const styleFor = (language: string, hours = hourCycle): DateStyle => ({
  day: (day, form) =>
    formatted(
      day,
      {
        weekday: 'short',
        ...(form !== 'weekday' && { day: 'numeric', month: 'short' }),
        ...(form === 'year' && { year: 'numeric' }),
      },
      language,
    ),
  time: (time) =>
    formatted(
      `1970-01-01T${time}Z`,
      { hour: 'numeric', minute: '2-digit', ...(hours && { hourCycle: hours }) },
      language,
    ),
})

const style = styleFor(locale)

export const dueWords = (due: Due, today: Day) => dueInWords(due, today, style)
export const timeWords = style.time
export const everyWords = (every: Every) => `Repeats ${everyInWords(every)}`

interface Parts {
  day?: Day | undefined
  time?: string | null | undefined
  every?: Every | null | undefined
}

/** “Fri 27 Nov, 15:30, every week” */
export const dateInWords = ({ day, time, every }: Parts, today: Day) =>
  [day && dayInWords(day, today, style), time && timeWords(time), every && everyInWords(every)]
    .filter(Boolean)
    .join(', ')

/** “Friday 27 November 2026” */
export const wholeDay = (day: Day) =>
  formatted(day, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })

/** “November 2026” */
export const monthInWords = (day: Day) => formatted(day, { month: 'long', year: 'numeric' })

export const weekdayInWords = (day: Day, weekday: 'short' | 'long') => formatted(day, { weekday })

const minute = 60_000
const day = 24 * 60 * minute

/** When something happened, for the end of a sentence: “just now”, “yesterday”, “on Monday”, “on November 3”. */
export function since(time: number, now = Date.now(), language = locale): string {
  // The clocks of the device and the server may differ.
  if (now - time < minute) return 'just now'
  const days = Math.round((midnightOf(now) - midnightOf(time)) / day)
  if (days === 0) return 'today'
  if (days === 1) return 'yesterday'
  const date = new Date(time)
  const isThisYear = date.getFullYear() === new Date(now).getFullYear()
  const options: Intl.DateTimeFormatOptions =
    days < 7
      ? { weekday: 'long' }
      : { day: 'numeric', month: 'long', ...(!isThisYear && { year: 'numeric' }) }
  return `on ${date.toLocaleDateString(language, options)}`
}

const midnightOf = (time: number) => new Date(time).setHours(0, 0, 0, 0)
