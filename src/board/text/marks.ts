import { type Day, isDay, isTimeOfDay } from './days.ts'
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
    // What follows on the line that opens a fence is not fenced, so a date can be added to any text.
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
