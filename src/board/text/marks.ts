import { addDays, addMonths, type Day, daysBetween, isDay, isTimeOfDay, monthsOf } from './days.ts'
import { fold } from './fold.ts'

export interface Due {
  day: Day
  /** `15:30`, without a time zone. */
  time: string | null
}

export interface Every {
  count: number
  unit: 'day' | 'week' | 'month' | 'year'
}

/** In UTF-16 units of the text. */
export interface Span {
  start: number
  end: number
}

export interface Label extends Span {
  /** Without the `#`. */
  name: string
  /** Labels that fold to the same are the same. */
  folded: string
}

/** A line that can be ticked, from its bullet to its end. */
export interface Step extends Span {
  /** The number of the line, from 0. */
  line: number
  /** The place of the character between the brackets. */
  box: number
  done: boolean
  text: string
}

export interface Marks {
  due: (Span & { due: Due }) | null
  every: (Span & { every: Every }) | null
  labels: readonly Label[]
  steps: readonly Step[]
}

/** Cheap, and false for nearly all texts without marks. */
export const mayHaveMarks = (text: string) =>
  text.includes('#') || text.includes('due:') || text.includes('] ')

const none: Marks = { due: null, every: null, labels: [], steps: [] }

/** The marks that count. */
export function readMarks(text: string): Marks {
  if (!mayHaveMarks(text)) return none
  const found = findMarks(text)
  return found.due ? found : { ...found, every: null }
}

// Most lines have none of this, and to look for a character is much faster than to match a pattern.
const opensFence = (line: string) => line.includes('```') && /^\s*`{3,}[^`]*$/.test(line)
const closesFence = (line: string) => line.includes('```') && /^\s*`{3,}\s*$/.test(line)
const isFencedAfter = (line: string, isFenced: boolean) => (isFenced ? !closesFence(line) : opensFence(line))

/** Whether what is appended below the text is fenced. */
export const leavesFenceOpen = (text: string) =>
  text.includes('```') && text.split('\n').reduce((isFenced, line) => isFencedAfter(line, isFenced), false)

const beginningOfStep = (line: string) =>
  line.includes('] ') ? (/^\s*[-*] \[([ xX])\] /.exec(line) ?? []) : []
/** Words that begin as marks do, and code, which is no mark. */
const candidates = (line: string) =>
  line.includes('#') || line.includes('due:') || line.includes('every:')
    ? line.matchAll(/`[^`]*`|(?<!\S)(?:due:|every:|#)[^\s`]+(?!\S)/g)
    : []

/** As `readMarks`, but finds a repetition without a date as well. */
export function findMarks(text: string): Marks {
  const labels: Label[] = []
  const steps: Step[] = []
  let [due, every]: [Marks['due'], Marks['every']] = [null, null]
  let [start, isFenced] = [0, false]
  for (const [number, line] of text.split('\n').entries()) {
    const end = start + line.length
    const wasFenced = isFenced
    isFenced = isFencedAfter(line, isFenced)
    // The rest of the line that opens a fence is not fenced, so a date can be added to any text.
    if (!wasFenced) {
      const [begin, box] = beginningOfStep(line)
      if (begin) {
        const from = start + begin.length
        const content = line.slice(begin.length)
        steps.push({ line: number, start: from - 6, box: from - 3, end, done: box !== ' ', text: content })
      }
      for (const { 0: word, index } of candidates(line)) {
        const span = { start: start + index, end: start + index + word.length }
        const label = labelOf(word)
        if (label !== null) labels.push({ ...span, name: label, folded: fold(label) })
        const day: Due | null = due ? null : readDue(word)
        if (day) due = { ...span, due: day }
        const interval: Every | null = every ? null : readEvery(word)
        if (interval) every = { ...span, every: interval }
      }
    }
    start = end + 1
  }
  return { due, every, labels, steps }
}

function labelOf(word: string): string | null {
  return /^#\p{L}[\p{L}\p{M}\p{Nd}_-]{0,39}$/u.test(word) ? word.slice(1) : null
}

/** Whether this can be the name of a label, without the `#`. */
export const isLabel = (name: string) => labelOf(`#${name}`) !== null

function readDue(word: string): Due | null {
  const [, day = '', time = null] = /^due:(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d))?$/.exec(word) ?? []
  return isDay(day) && (time === null || isTimeOfDay(time)) ? { day, time } : null
}

const units = { d: 'day', w: 'week', m: 'month', y: 'year' } as const

function readEvery(word: string): Every | null {
  const [, unit, count, letter] = /^every:(?:(day|week|month|year)|([1-9]\d{0,2})([dwmy]))$/.exec(word) ?? []
  if (unit) return { count: 1, unit: unit as Every['unit'] }
  return letter ? { count: Number(count), unit: units[letter as keyof typeof units] } : null
}

/** The first line without its marks; if nothing is left of it, as it is. */
export function titleOf(text: string): string {
  const line = firstLineOf(text)
  // The date that it belongs to may be on another line.
  if (!mayHaveMarks(line) && !line.includes('every:')) return line
  const { due, every, labels, steps } = readMarks(text)
  const boxes = steps
    .slice(0, 1)
    .map(({ line: number, box }) => ({ start: 0, end: number === 0 ? box + 3 : 0 }))
  const marks = [...boxes, ...labels, ...(due ? [due] : []), ...(every ? [every] : [])]
    .filter(({ start, end }) => end > start && start < line.length)
    .sort((one, other) => one.start - other.start)
  if (marks.length === 0) return line
  const starts = [0, ...marks.map(({ end }) => end)]
  const ends = [...marks.map(({ start }) => start), line.length]
  const rest = starts.flatMap((start, index) => line.slice(start, ends[index]).trim() || [])
  return rest.join(' ') || line
}

export function firstLineOf(text: string): string {
  const end = text.indexOf('\n')
  return end === -1 ? text : text.slice(0, end)
}

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
