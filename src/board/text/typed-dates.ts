import { addDays, addMonths, type Day, isDay, isTimeOfDay, weekdayOf } from './days.ts'
import {
  addIntervals,
  type Due,
  type Every,
  firstLineOf,
  readMarks,
  replaced,
  type Span,
  writeDue,
  writeEvery,
} from './marks.ts'

export interface Dates {
  due: Due
  every: Every | null
}

/** Words that mean a date, and where they are. */
export interface TypedDate extends Span, Dates {}

/** In words and characters: `every 999 months at 12:30pm`, and some spaces. */
const longest = { words: 5, characters: 80 }

/** The date that the first line of a text ends with. None if the text is nothing else, or has a date already. */
export function typedDate(text: string, today: Day): TypedDate | null {
  const line = firstLineOf(text).trimEnd()
  const words = /(?<!\S)\S+/g
  words.lastIndex = Math.max(0, line.length - longest.characters)
  const starts = Array.from(line.matchAll(words), ({ index }) => index)
  for (const found of starts.slice(-longest.words)) {
    const dates = readWords(line.slice(found), today, true)
    if (!dates) continue
    const before = starts[starts.indexOf(found) - 1] ?? found
    const word = line.slice(before, found).trim()
    const start = /^(?:by|on|until)$/i.test(word) ? before : found
    if (otherDay.test(word) || line.slice(0, start).trim() === '' || readMarks(text).due) return null
    return { ...dates, start, end: line.length }
  }
  return null
}

/** Before a date, such a word makes it part of something that isn't understood: `next friday`, `day after tomorrow`. */
const otherDay = /^(?:next|last|every|and|or|after|from|of)$|,$/i

/** With marks in the place of the words. */
export const enterTypedDate = (text: string, { due, every, ...span }: TypedDate) =>
  replaced(text, span, [writeDue(due), ...(every ? [writeEvery(every)] : [])].join(' '))

/** The meaning of words that stand alone, such as `fri 3pm`. */
export const readDateWords = (words: string, today: Day): Dates | null => readWords(words, today, false)

/** Among other words, short words that mean something else as well are not dates on their own. */
function readWords(text: string, today: Day, isAmongOthers: boolean): Dates | null {
  const words = text
    .trim()
    .toLowerCase()
    .split(/\s+/, longest.words + 1)
  if (words.length > longest.words) return null
  const time = readTime(words.at(-1) ?? '')
  if (time !== null) {
    words.pop()
    if (words.at(-1) === 'at') words.pop()
  }
  const said = words.join(' ')
  if (isAmongOthers && time === null && /^(?:every )?(?:sun|sat|wed)$/.test(said)) return null
  const [day, every] = said.startsWith('every ')
    ? (readRepetition(said.slice('every '.length), today) ?? [])
    : [readDay(said, today), null]
  return day ? { due: { day, time }, every: every ?? null } : null
}

function readTime(word: string): string | null {
  const [, hours = '', minutes = '00', half] = /^(\d{1,2})(?::(\d\d))?(am|pm)?$/.exec(word) ?? []
  if (!half && !word.includes(':')) return null
  const hour = Number(hours)
  if (half && (hour < 1 || hour > 12)) return null
  const time = `${String(half ? (hour % 12) + (half === 'pm' ? 12 : 0) : hour).padStart(2, '0')}:${minutes}`
  return isTimeOfDay(time) ? time : null
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const months = 'january february march april may june july august september october november december'.split(
  ' ',
)

/** By its name, or the first three letters of it. */
function indexIn(names: readonly string[], word: string): number | null {
  const index = names.findIndex((name) => name === word || name.slice(0, 3) === word)
  return index === -1 ? null : index
}

function readDay(said: string, today: Day): Day | null {
  if (said === 'today') return today
  if (said === 'tomorrow') return addDays(today, 1)
  if (said === 'next week') return nextWeekday(today, 1)
  if (said === 'next month') return addMonths(`${today.slice(0, 8)}01`, 1)
  if (isDay(said)) return said
  const weekday = indexIn(weekdays, said)
  if (weekday !== null) return nextWeekday(today, weekday)
  const [, count, unit] = /^in ([1-9]\d{0,2}) (day|week|month|year)s?$/.exec(said) ?? []
  if (count && unit) return addIntervals(today, { count: Number(count), unit: unit as Every['unit'] }, 1)
  const [, first, month, last] = /^(?:(\d{1,2}) )?([a-z]+)(?: (\d{1,2}))?$/.exec(said) ?? []
  return month && !(first && last) ? nextDate(today, indexIn(months, month), Number(first ?? last)) : null
}

/** The first one after today. */
const nextWeekday = (today: Day, weekday: number) =>
  addDays(today, ((weekday + 6 - weekdayOf(today)) % 7) + 1)

/** The next day of that name, which may be today. Leap days are up to eight years apart. */
function nextDate(today: Day, month: number | null, day: number): Day | null {
  if (month === null) return null
  const year = Number(today.slice(0, 4))
  const two = (number: number) => String(number).padStart(2, '0')
  const days = Array.from(
    { length: 9 },
    (_, index) => `${String(year + index).padStart(4, '0')}-${two(month + 1)}-${two(day)}`,
  )
  return days.find((one) => isDay(one) && one >= today) ?? null
}

/** When it begins, and how often it comes. */
function readRepetition(said: string, today: Day): [Day | null, Every] | null {
  const weekday = indexIn(weekdays, said)
  if (weekday !== null) return [nextWeekday(today, weekday), { count: 1, unit: 'week' }]
  const [, count = '1', unit] = /^(?:([1-9]\d{0,2}) (?=\w+$))?(day|week|month|year)s?$/.exec(said) ?? []
  if (!unit || (said.endsWith('s') && !said.includes(' '))) return null
  return [today, { count: Number(count), unit: unit as Every['unit'] }]
}
