import { addDays, addMonths, type Day, daysBetween, monthsOf } from './days.ts'
import { replaced, untickSteps, writeDue } from './edit.ts'
import { type Due, type Every, readMarks } from './marks.ts'

const isMonths = ({ unit }: Every) => unit === 'month' || unit === 'year'

/** In days, or in months. */
const lengthOf = ({ count, unit }: Every) => count * { day: 1, week: 7, month: 1, year: 12 }[unit]

/** Counted from that day: 31 January, 28 February, 31 March. Null after the year 9999. */
export function addIntervals(day: Day, every: Every, times: number): Day | null {
  return (isMonths(every) ? addMonths : addDays)(day, lengthOf(every) * times)
}

/** The first of due + 1, 2, 3 … intervals that lies after today. Null after the year 9999. */
export function nextDue({ day, time }: Due, every: Every, today: Day): Due | null {
  const passed = isMonths(every) ? monthsOf(today) - monthsOf(day) : daysBetween(day, today)
  // The one that comes so many intervals later lies before the end of today's month, so one of the two is it.
  const times = Math.max(1, Math.floor(passed / lengthOf(every)))
  const first = addIntervals(day, every, times)
  const next = first !== null && first <= today ? addIntervals(day, every, times + 1) : first
  return next === null ? null : { day: next, time }
}

/** The text of the card that follows a completed one: due the next time, and nothing is ticked. */
export function nextText(text: string, today: Day): string | null {
  const { due, every, steps } = readMarks(text)
  const next = due && every && nextDue(due.due, every.every, today)
  if (!next) return null
  return replaced(untickSteps(text, steps), due, writeDue(next))
}
