import { isDay } from '../../board/text/days.ts'
import { fold } from '../../board/text/fold.ts'
import {
  append,
  type Due,
  type Every,
  findMarks,
  firstLineOf,
  isLabel,
  readMarks,
  writeDue,
  writeEvery,
} from '../../board/text/marks.ts'
import { longestText } from '../../contract/plain/limits.ts'
import type { Imported } from '../../contract/transfer.ts'
import { iso } from '../common/clock.ts'

/** Members of a task that other programs keep beside its text. */
export interface Details {
  due: Due | null
  every: Every | null
  labels: readonly string[]
  /** Members that cannot become marks, by name. */
  others?: Readonly<Record<string, string>>
}

export interface Marking {
  /** The marks, for the end of the first line. */
  marks: string
  /** Lines of notes for everything else. */
  notes: string
}

/** In UTF-16 units, so that most of a card remains for its text. Further labels become a line of notes. */
const longestLabels = 500

export function markingOf({ due, every, labels, others = {} }: Details): Marking {
  const marks = new Map<string, string>()
  const rest: string[] = []
  let length = 0
  for (const label of labels) {
    const name = label.trim().split(/\s+/).join('-')
    if (isLabel(name) && length + name.length + 2 <= longestLabels) {
      const folded = fold(name)
      if (marks.has(folded)) continue
      marks.set(folded, `#${name}`)
      length += name.length + 2
    } else if (name) rest.push(label.trim())
  }
  const dates = [...(due ? [writeDue(due)] : []), ...(every ? [writeEvery(every)] : [])]
  return {
    marks: [...marks.values(), ...dates].join(' '),
    notes: Object.entries({ Labels: rest.join(', '), ...others })
      .filter(([, text]) => text !== '')
      .map(([name, text]) => `${name}: ${text}`)
      .join('\n'),
  }
}

/**
 * Marks at the end of the first line. They go before a text that has some of these kinds, because the first ones count, and
 * before one whose first line would continue in the next card. No text is changed.
 */
export function withMarks(text: string, marks: string): string {
  if (marks === '') return text
  const line = firstLineOf(text)
  const { due, every } = findMarks(line)
  const isLong = line.length + marks.length >= longestText
  return due || every || isLong ? `${marks} ${text}` : append(text, marks)
}

export function countMarks(cards: Iterable<{ text: string }>): Imported['marks'] {
  const counts = { dates: 0, repetitions: 0, labels: 0, steps: 0 }
  const found = new Set<string>()
  for (const { text } of cards) {
    const { due, every, labels, steps } = readMarks(text)
    if (due) counts.dates++
    if (every) counts.repetitions++
    for (const { folded } of labels) found.add(folded)
    counts.steps += steps.length
  }
  return { ...counts, labels: found.size }
}

/** Longer than any moment that is written as ISO 8601. Bounds the time to read one. */
const longest = 40

/** In milliseconds. The offset may have no colon, and without one it is UTC. */
export function readInstant(text: string): number | null {
  const [, day, time, zone = ''] =
    (text.length <= longest &&
      /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:?\d\d)?$/.exec(text)) ||
    []
  if (!day || !isDay(day)) return null
  const instant = Date.parse(`${day}T${time}${zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2') || 'Z'}`)
  return Number.isNaN(instant) ? null : instant
}

/** Its day and time in UTC. */
export function dueAt(instant: number | null): Due | null {
  if (instant === null) return null
  const [day = '', time = ''] = iso(instant).split('T')
  return isDay(day) ? { day, time: time.slice(0, 5) } : null
}

export const createdAt = (instant: number | null): { created_at?: string } =>
  instant === null || !dueAt(instant) ? {} : { created_at: iso(instant) }
