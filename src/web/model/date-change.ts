import { addDays, type Day, weekdayOf } from '../../board/text/days.ts'
import { type Due, type Every, type Marks, readMarks, setDue, setEvery } from '../../board/text/marks.ts'

/** What a person changes about the date of a card. What is left out stays as it is on each card. */
export interface DateChange {
  day?: Day | undefined
  time?: string | null | undefined
  every?: Every | null | undefined
}

/** The text with that date. A time or a repetition without a day begins today. */
export function withDate(text: string, { day, time, every }: DateChange, today: Day): string {
  const own = readMarks(text).due?.due
  const due: Due = {
    day: day ?? own?.day ?? today,
    time: time === undefined ? (own?.time ?? null) : time,
  }
  const dated = own && isSame(own, due) ? text : setDue(text, due)
  return every === undefined ? dated : setEvery(dated, every)
}

/** The date that all these texts have: of each part, only what is the same in all. */
export function dateOfAll(texts: readonly string[]): DateChange & { isDated: boolean } {
  const all = texts.map(readMarks)
  const same = <T>(part: (marks: Marks) => T) => {
    const [first, ...others] = all.map(part)
    return others.every((one) => JSON.stringify(one) === JSON.stringify(first)) ? first : undefined
  }
  return {
    day: same(({ due }) => due?.due.day),
    time: same(({ due }) => due?.due.time),
    every: same(({ every }) => every?.every),
    isDated: all.some(({ due }) => due !== null),
  }
}

const isSame = (one: Due, other: Due) => one.day === other.day && one.time === other.time

/** A repetition means nothing without a date, so it goes with it. */
export const withoutDate = (text: string) => setDue(setEvery(text, null), null)

/** The text with its date some days later. Without a date, it counts from today; but nothing becomes overdue unasked. */
export function shifted(text: string, days: number, today: Day): string {
  const own = readMarks(text).due?.due
  if (!own && days < 0) return text
  const day = addDays(own?.day ?? today, days)
  return day ? withDate(text, { day }, today) : text
}

/** The Monday of next week. */
export const comingMonday = (today: Day) => addDays(today, ((7 - weekdayOf(today)) % 7) + 1) ?? today
