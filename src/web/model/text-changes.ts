import { addDays, type Day, weekdayOf } from '../../board/text/days.ts'
import {
  type Due,
  type Every,
  findStepAgain,
  lineOf,
  type Marks,
  readMarks,
  type Step,
  setDue,
  setEvery,
  tickStep,
} from '../../board/text/marks.ts'

/** A person's change to the date of cards. Each card keeps the members that are left out. */
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

/** A step as a person saw it in a text, and what they want it to be. */
interface Tick {
  seen: string
  step: Step
  done: boolean
}

/** The text with the step ticked; undefined if it is no longer there, or more than once. */
export function ticked(text: string, { seen, step, done }: Tick): string | undefined {
  const present = text === seen ? step : findStepAgain(text, lineOf(seen, step))
  return present ? tickStep(text, present, done) : undefined
}

/** The steps that an edit ticks or unticks, if it does nothing else. */
export function tickIn({ before, text }: { before: string; text: string }): Tick | undefined {
  if (before.length !== text.length) return undefined
  const step = readMarks(before).steps.find(({ box }) => before[box] !== text[box])
  if (!step) return undefined
  const { box, done } = step
  const isAll = before.slice(0, box) === text.slice(0, box) && before.slice(box + 1) === text.slice(box + 1)
  return isAll && (done ? text[box] === ' ' : /x/i.test(text.charAt(box)))
    ? { seen: before, step, done: !done }
    : undefined
}
