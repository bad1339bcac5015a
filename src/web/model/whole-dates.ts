import { everyInWords } from '../../board/due.ts'
import type { Day } from '../../board/text/days.ts'
import type { Every } from '../../board/text/marks.ts'
import { timeWords } from './due-words.ts'
import { locale } from './locale.ts'

// A day has no time zone, so it is shown as that day in UTC.
const formatted = (day: Day, options: Intl.DateTimeFormatOptions) =>
  new Date(Date.parse(day)).toLocaleDateString(locale, { ...options, timeZone: 'UTC' })

/** “Fri 27 Nov”, in the reader's order, and with the year if that is another one. */
const dayInWords = (day: Day, today: Day) =>
  formatted(day, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(day.slice(0, 4) !== today.slice(0, 4) && { year: 'numeric' }),
  })

/** “Friday 27 November 2026” */
export const wholeDay = (day: Day) =>
  formatted(day, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })

/** “November 2026” */
export const monthInWords = (day: Day) => formatted(day, { month: 'long', year: 'numeric' })

export const weekdayInWords = (day: Day, weekday: 'short' | 'long') => formatted(day, { weekday })

interface Parts {
  day?: Day | undefined
  time?: string | null | undefined
  every?: Every | null | undefined
}

/** “Fri 27 Nov, 15:30, every week” */
export const dateInWords = ({ day, time, every }: Parts, today: Day) =>
  [day && dayInWords(day, today), time && timeWords(time), every && everyInWords(every)]
    .filter(Boolean)
    .join(', ')
