import { type Due, type Every, findMarks, firstLineOf, type Span, type Step } from './marks.ts'

// Each of these leaves every other character of the text as it is.

export const writeDue = ({ day, time }: Due) => `due:${day}${time === null ? '' : `T${time}`}`

export const writeEvery = ({ count, unit }: Every) =>
  `every:${count === 1 ? unit : `${count}${unit.charAt(0)}`}`

export const setDue = (text: string, due: Due | null) =>
  setMark(text, findMarks(text).due, due && writeDue(due))

/** Without a date, a repetition is plain text. */
export const setEvery = (text: string, every: Every | null) =>
  setMark(text, findMarks(text).every, every && writeEvery(every))

function setMark(text: string, present: Span | null, mark: string | null): string {
  if (present) return mark === null ? without(text, present) : replaced(text, present, mark)
  return mark === null ? text : append(text, mark)
}

/** With other characters in the place of some. */
export const replaced = (text: string, { start, end }: Span, by: string) =>
  text.slice(0, start) + by + text.slice(end)

/** Adds words to the end of the first line. */
export function append(text: string, words: string): string {
  const { length } = firstLineOf(text).trimEnd()
  return replaced(text, { start: length, end: length }, length === 0 ? words : ` ${words}`)
}

/** Removes the space before the mark as well; the one after it if the mark begins a line that goes on. */
function without(text: string, { start, end }: Span): string {
  const beginsLine = start === 0 || text[start - 1] === '\n'
  if (beginsLine && /[^\S\r\n]/.test(text[end] ?? '')) return replaced(text, { start, end: end + 1 }, '')
  const space = text.slice(start - 2, start) === '\r\n' ? 2 : 1
  return replaced(text, { start: Math.max(0, start - space), end }, '')
}

export const tickStep = (text: string, { box, done }: Step, toDone: boolean) =>
  done === toDone ? text : replaced(text, { start: box, end: box + 1 }, toDone ? 'x' : ' ')

/** In one pass, however many there are. */
export function untickSteps(text: string, steps: readonly Step[]): string {
  const boxes = steps.filter(({ done }) => done).map(({ box }) => box)
  const starts = [0, ...boxes.map((box) => box + 1)]
  return starts.map((start, index) => text.slice(start, boxes[index])).join(' ')
}

export const lineOf = (text: string, { start, end }: Step) =>
  text.slice(text.lastIndexOf('\n', start) + 1, end)

/**
 * The step of a line in a text that has changed since, if it is there exactly once. If somebody has ticked it
 * meanwhile, it is the same one.
 */
export function findStepAgain(text: string, line: string): Step | null {
  const { steps } = findMarks(text)
  const same = steps.filter((step) => lineOf(text, step) === line)
  const alike =
    same.length > 0 ? same : steps.filter((step) => unticked(lineOf(text, step)) === unticked(line))
  return alike.length === 1 ? (alike[0] ?? null) : null
}

const unticked = (line: string) => line.replace(/\[[xX]\]/, '[ ]')
