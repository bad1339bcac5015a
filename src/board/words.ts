import { type Day, daysBetween, weekdayOf } from './text/days.ts'
import { writeDue } from './text/edit.ts'
import type { Due, Every } from './text/marks.ts'

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

export const weekdayName = (day: Day) => weekdays[weekdayOf(day)] ?? ''
const shortWeekday = (day: Day) => weekdayName(day).slice(0, 3)

/** `27 Nov`, or `27 Nov 2027` in another year. */
function dateName(day: Day, today: Day): string {
  const [year = '', month = '', date = ''] = day.split('-')
  const name = `${Number(date)} ${months[Number(month) - 1]}`
  return today.startsWith(`${year}-`) ? name : `${name} ${Number(year)}`
}

const near: Readonly<Record<number, string>> = { [-1]: 'Yesterday', 0: 'Today', 1: 'Tomorrow' }

/** Short near today: `Tomorrow 15:30`, `Fri`; otherwise `Fri 27 Nov`. */
export function dueInWords({ day, time }: Due, today: Day): string {
  const distance = daysBetween(today, day)
  const name = near[distance] ?? (distance > 1 && distance < 7 ? shortWeekday(day) : undefined)
  return name === undefined ? dateInWords({ day, time }, today) : withTime(name, time)
}

/** `Fri 27 Nov 15:30`, to say what was understood. */
export const dateInWords = ({ day, time }: Due, today: Day): string =>
  withTime(`${shortWeekday(day)} ${dateName(day, today)}`, time)

const withTime = (name: string, time: string | null) => (time === null ? name : `${name} ${time}`)

/** For programs: `2026-11-27`, `2026-11-27T15:30`. */
export const dueAsData = (due: Due): string => writeDue(due).slice('due:'.length)

/** `every day`, `every 2 weeks`. */
export const everyInWords = ({ count, unit }: Every): string =>
  count === 1 ? `every ${unit}` : `every ${count} ${unit}s`
