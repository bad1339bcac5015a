import type { Card } from '../contract/card.ts'
import { cardsOf, inbox, keyOf } from './columns.ts'
import { addDays, type Day, daysBetween, weekdayOf } from './text/days.ts'
import { fold } from './text/fold.ts'
import { type Due, type Every, readMarks, writeDue } from './text/marks.ts'
import { columnsIn, compare, type Workspace } from './workspace.ts'

// When cards are due: read, chosen by date or label, collected for a day, and in words.

/** When a card is due, and how it repeats. */
export interface CardDue {
  due: Due
  every: Every | null
}

/** A card with its due date, seen from a day. */
export interface DueCard {
  card: Card
  due: Due
  /** A time that has passed today is not overdue. */
  isOverdue: boolean
}

const duesOfCards = new WeakMap<Pick<Card, 'text'>, CardDue | null>()

/** Null for a card without a date. Read once for each card, which is replaced when its text changes. */
export function dueOf(card: Pick<Card, 'text'>): CardDue | null {
  if (!card.text.includes('due:')) return null
  let found = duesOfCards.get(card)
  if (found === undefined) {
    const { due, every } = readMarks(card.text)
    found = due && { due: due.due, every: every?.every ?? null }
    duesOfCards.set(card, found)
  }
  return found
}

export const isOverdue = ({ day }: Due, today: Day) => day < today

/** The part of an account that this file reads. A `Workspace` has it, and so does a `Board`. */
type Boards = Pick<Workspace, 'projects' | 'statuses' | 'columns'>

interface Attention {
  /** Open cards that are overdue or due today. */
  due: DueCard[]
  /** Every other open card in the second column of a project. */
  doing: Card[]
}

const isOpen = ({ complete }: Card) => !complete

/** The cards that need attention on a day, across all projects. Each card once. */
export function todayOf(boards: Boards, today: Day, isListed = isOpen): Attention {
  const doing: Card[] = []
  for (const { id } of boards.projects ?? []) {
    const second = boards.statuses.get(id)?.[1]
    for (const card of second ? cardsOf(boards.columns, second.id) : []) {
      if (!isListed(card)) continue
      const due = dueOf(card)?.due
      if (!due || due.day > today) doing.push(card)
    }
  }
  return { due: dueBetween('', today, boards, today, isListed), doing }
}

/** Open cards that are due soon: after today, in the next days. */
export function dueWithin(boards: Boards, today: Day, days: number, isListed = isOpen): DueCard[] {
  const first = addDays(today, 1)
  // Beyond the last day there is nothing.
  return first ? dueBetween(first, addDays(today, days) ?? '9999-12-31', boards, today, isListed) : []
}

/** By day and time, those without a time first; then as they are on the boards, the inbox first. */
function dueBetween(
  from: Day,
  to: Day,
  { projects = [], statuses, columns }: Boards,
  today: Day,
  isListed: (card: Card) => boolean,
): DueCard[] {
  const found: DueCard[] = []
  for (const column of [inbox, ...projects.flatMap(({ id }) => columnsIn(statuses, id))])
    for (const card of cardsOf(columns, keyOf(column))) {
      const due = isListed(card) ? dueOf(card)?.due : undefined
      if (due && due.day >= from && due.day <= to) found.push({ card, due, isOverdue: isOverdue(due, today) })
    }
  return found.sort((one, other) => byDue(one.card, other.card))
}

/** Overdue; due today; due in the next seven days, today included; or due on a day. */
export const spans = ['overdue', 'today', 'week'] as const
export type DueFilter = (typeof spans)[number] | { day: Day }

interface DateFilter {
  /** A card must have all of them. With or without the `#`. */
  labels?: readonly string[] | undefined
  due?: DueFilter | undefined
}

/** Selects cards that have these labels and are due then. */
export function passes({ labels = [], due }: DateFilter, today: Day): (card: Card) => boolean {
  const wanted = labels.map((label) => fold(label.trim().replace(/^#/, '')))
  const within = due && daysOf(due, today)
  return (card) => {
    if (within && !within(card)) return false
    if (wanted.length === 0) return true
    const own = new Set(labelsOf(card).map(({ folded }) => folded))
    return wanted.every((label) => own.has(label))
  }
}

export const labelsOf = ({ text }: Pick<Card, 'text'>) => readMarks(text).labels

function daysOf(wanted: DueFilter, today: Day): (card: Card) => boolean {
  const last = wanted === 'week' ? (addDays(today, 7) ?? '9999-12-31') : today
  return (card) => {
    const due = dueOf(card)?.due
    if (!due) return false
    if (wanted === 'overdue') return !card.complete && isOverdue(due, today)
    return typeof wanted === 'object' ? due.day === wanted.day : due.day >= today && due.day <= last
  }
}

/** By day and time, those without a time first. Without a date, they stay behind. */
export const byDue = (one: Card, other: Card) => compare(rankOf(one), rankOf(other))

function rankOf(card: Card): string {
  const due = dueOf(card)?.due
  return due ? `${due.day}${due.time ?? ''}` : '~'
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

export const weekdayName = (day: Day) => weekdays[weekdayOf(day)] ?? ''

/** How a client writes days and times. */
export interface DateStyle {
  /** `Fri`, `Fri 27 Nov`, `Fri 27 Nov 2027` */
  day(day: Day, form: 'weekday' | 'date' | 'year'): string
  time(time: string): string
}

const plain: DateStyle = {
  day(day, form) {
    const [year, month, date] = day.split('-').map(Number)
    const name = weekdayName(day).slice(0, 3)
    if (form === 'weekday') return name
    return `${name} ${date} ${months[Number(month) - 1]}${form === 'year' ? ` ${year}` : ''}`
  },
  time: (time) => time,
}

const near: Readonly<Record<number, string>> = { [-1]: 'Yesterday', 0: 'Today', 1: 'Tomorrow' }

/** Short near today: `Tomorrow 15:30`, `Fri`; otherwise `Fri 27 Nov`. */
export function dueInWords({ day, time }: Due, today: Day, style = plain): string {
  const ahead = daysBetween(today, day)
  const name = near[ahead] ?? (ahead > 1 && ahead < 7 ? style.day(day, 'weekday') : undefined)
  return withTime(name ?? dayInWords(day, today, style), time, style)
}

/** `Fri 27 Nov 15:30`, to say what was understood. */
export const dateInWords = ({ day, time }: Due, today: Day): string =>
  withTime(dayInWords(day, today, plain), time, plain)

/** With the year, if it is another one. */
export const dayInWords = (day: Day, today: Day, style: DateStyle) =>
  style.day(day, day.slice(0, 4) === today.slice(0, 4) ? 'date' : 'year')

const withTime = (name: string, time: string | null, style: DateStyle) =>
  time === null ? name : `${name} ${style.time(time)}`

/** For programs: `2026-11-27`, `2026-11-27T15:30`. */
export const dueAsData = (due: Due): string => writeDue(due).slice('due:'.length)

/** `every day`, `every 2 weeks`. */
export const everyInWords = ({ count, unit }: Every): string =>
  count === 1 ? `every ${unit}` : `every ${count} ${unit}s`
