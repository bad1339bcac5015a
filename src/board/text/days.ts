/** A calendar day, wherever the reader is: `2026-11-20`. From 0001-01-01 to 9999-12-31. */
export type Day = string

const [first, last] = [Date.parse('0001-01-01'), Date.parse('9999-12-31')]
const length = 24 * 60 * 60 * 1000

/** Whether there is such a day. Computed, because engines disagree on whether `2026-02-30` can be parsed. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))]
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const longest = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31
  return year > 0 && month > 0 && month <= 12 && day > 0 && day <= longest
}

export const isTimeOfDay = (text: string) => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text)

function toDay(time: number): Day | null {
  return time >= first && time <= last ? new Date(time).toISOString().slice(0, 10) : null
}

export const addDays = (day: Day, count: number): Day | null => toDay(Date.parse(day) + count * length)

/** A day that the month does not have becomes its last: 31 January + 1 month is 28 or 29 February. */
export function addMonths(day: Day, count: number): Day | null {
  const months = monthsOf(day) + count
  const date = new Date(0)
  date.setUTCFullYear(Math.floor(months / 12), (months % 12) + 1, 0)
  date.setUTCDate(Math.min(date.getUTCDate(), Number(day.slice(8))))
  return toDay(date.getTime())
}

/** Months since the year 0, which tells how many lie between two days. */
export const monthsOf = (day: Day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1

export const daysBetween = (from: Day, to: Day) => (Date.parse(to) - Date.parse(from)) / length

/** Sunday is 0. */
export const weekdayOf = (day: Day) => new Date(Date.parse(day)).getUTCDay()

/** The day that it is for a person. Without a time zone, that of this machine. Throws if there is no such zone. */
export function dayIn(date: Date, timeZone?: string): Day {
  const parts = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    ...(timeZone !== undefined && { timeZone }),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(date)
  const part = (name: string) => parts.find(({ type }) => type === name)?.value ?? ''
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`
}
