import { findStepAgain, lineOf, readMarks, type Step, tickStep } from '../../board/text/marks.ts'

/** A step as a person saw it in a text, and what they want it to be. */
export interface Tick {
  seen: string
  step: Step
  done: boolean
}

/** The text with the step ticked; undefined if it is no longer there, or more than once. */
export function ticked(text: string, { seen, step, done }: Tick): string | undefined {
  const present = text === seen ? step : findStepAgain(text, lineOf(seen, step))
  return present ? tickStep(text, present, done) : undefined
}

/** What an edit ticks or unticks, if it does nothing else. */
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
