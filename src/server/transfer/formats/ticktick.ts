import { addDays, type Day, isDay, weekdayOf } from '../../../board/text/days.ts'
import type { Due, Every } from '../../../board/text/marks.ts'
import type { LeftOutKind } from '../../../contract/transfer.ts'
import { invalid } from '../../common/problems.ts'
import { createdAt, dueAt, type Marking, markingOf, readInstant, withMarks } from '../marking.ts'
import { most, Outline, type Plan, type PlannedCard, textOf, tooMuch } from '../plan.ts'
import type { Row, Table } from './csv.ts'

// A backup contains all lists of an account, including the inbox. A few rows about the file precede the header.

export const isTickTick = (columns: ReadonlySet<string>) => columns.has('list name') && columns.has('title')

/**
 * Columns of a kanban list become lists, and every task becomes a card, with sub-tasks after their parent.
 */
export function planTickTick({ rows }: Table, today: Day): Plan {
  const outline = new Outline()
  // Only these fields are kept, because the rows may be large.
  for (const { list, column, state, card, without } of inOrder(Array.from(rows, taskReader(today)))) {
    const kind = state === 'open' || state === 'complete' ? 'empty_cards' : state
    if (kind !== 'empty_cards' || !card.text) {
      outline.leftOut.add(kind)
      continue
    }
    for (const part of without) outline.leftOut.add(part)
    // Completed tasks of a list that is not a board get a list of their own as well.
    outline.add(list, column || (card.complete ? 'Done' : ''), card)
  }
  return outline.plan()
}

interface Task {
  id: string
  parent: string
  list: string
  column: string
  place: number
  state: 'open' | 'complete' | 'archived_cards' | 'abandoned_tasks'
  card: PlannedCard
  /** Its parts that are not imported. */
  without: readonly LeftOutKind[]
}

function taskReader(today: Day): (row: Row) => Task {
  let items = 0
  return (row) => {
    const state = stateOf(row)
    const content = row.text('content')
    items += content.split(/[▫▪]/).length - 1
    const { marks, notes } = markingOfTask(row, state, today)
    if (items > most.lines) throw tooMuch(row.at('content'), 'has too many items of checklists')
    return {
      id: row.text('taskid'),
      parent: row.text('parentid'),
      list: row.text('list name'),
      column: row.text('column name'),
      place: Number(row.text('order')) || 0,
      state,
      card: {
        text: withMarks(textOf(row.text('title'), [notesOf(content), notes]), marks),
        complete: state === 'complete',
        ...createdAt(readInstant(row.text('created time'))),
        at: row.at('title'),
      },
      without: partsOf(row),
    }
  }
}

function partsOf(row: Row): LeftOutKind[] {
  const [start, due] = [row.text('start date'), row.text('due date')]
  return [
    ...(start && due && start !== due ? (['start_dates'] as const) : []),
    ...(row.text('reminder') ? (['reminders'] as const) : []),
    ...(/^[135]$/.test(row.text('priority')) ? (['priorities'] as const) : []),
  ]
}

/**
 * The file documents 1 as completed and 2 as archived, but TickTick now writes 2 for completed tasks, with
 * the time. -1 is for tasks that won't be done.
 */
function stateOf(row: Row): Task['state'] {
  const status = row.text('status')
  if (status === '0' || status === '') return 'open'
  if (status === '1') return 'complete'
  if (status === '2') return row.text('completed time') ? 'complete' : 'archived_cards'
  if (status === '-1') return 'abandoned_tasks'
  throw invalid(row.at('status'), 'must be 0, 1, 2 or -1')
}

/** Checklist items are marked with symbols, and may be on one line. */
function notesOf(content: string): string {
  if (!/[▫▪]/.test(content)) return content
  return content
    .replaceAll('▫', '\n- [ ] ')
    .replaceAll('▪', '\n- [x] ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.replace(/^(- \[[ x]\]) +/, '$1 '))
    .join('\n')
}

function markingOfTask(row: Row, state: Task['state'], today: Day): Marking {
  const said = row.text('due date') || row.text('start date')
  const due = dueOf(row, said)
  // The next occurrence of what is complete is another task of the file.
  const repeats = state === 'open' ? row.text('repeat') : ''
  const repetition = repetitionOf(readRule(repeats), due?.day ?? null, today)
  return markingOf({
    due: due ?? (repetition && { day: repetition.day, time: null }),
    every: repetition?.every ?? null,
    labels: row.text('tags').split(','),
    others: { Due: due ? '' : said, Repeats: repetition ? '' : repeats },
  })
}

/** A moment; or a day, which is that of the person, and is written as the moment when it began there. */
function dueOf(row: Row, said: string): Due | null {
  if (isDay(said)) return { day: said, time: null }
  const instant = readInstant(said)
  if (instant === null || row.text('is all day').toLowerCase() !== 'true') return dueAt(instant)
  const day = dayInZone(instant, row.text('timezone'))
  return isDay(day) ? { day, time: null } : null
}

function dayInZone(time: number, timeZone: string): Day {
  const instant = Temporal.Instant.fromEpochMilliseconds(time)
  try {
    return instant.toZonedDateTimeISO(timeZone).toPlainDate().toString()
  } catch {
    return instant.toZonedDateTimeISO('UTC').toPlainDate().toString()
  }
}

/** As on the screen: list by list, in the order of each task among those with the same parent. */
function inOrder(tasks: readonly Task[]): Iterable<Task> {
  const ids = new Set(tasks.map(({ id }) => id).filter(Boolean))
  const sorted = [...Map.groupBy(tasks, ({ list }) => list).values()].flatMap((list) =>
    list.sort((one, other) => one.place - other.place),
  )
  const children = Map.groupBy(sorted, ({ parent }) => (ids.has(parent) ? parent : ''))
  const ordered = new Set<Task>()
  const waiting = (children.get('') ?? []).toReversed()
  for (let task = waiting.pop(); task; task = waiting.pop()) {
    if (ordered.has(task)) continue
    ordered.add(task)
    for (const child of (task.id && children.get(task.id)?.toReversed()) || []) waiting.push(child)
    // Only once, even if several tasks have this id.
    children.delete(task.id)
  }
  // Adds tasks that are their own ancestors, in a file that was tampered with.
  return ordered.union(new Set(sorted))
}

/** A recurrence rule (RFC 5545), such as `RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO`. */
type Rule = Partial<Record<string, string>>

/** Longer than any rule of a program. Anything beyond is not read. */
const longest = 500

function readRule(text: string): Rule {
  if (text.length > longest) return {}
  const parts = text
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .split(';')
  const members = parts.map((part) => part.split('=', 2).map((word) => word.trim()))
  return Object.fromEntries(members.filter(([name, value]) => name && value))
}

const units: Record<string, Every['unit']> = {
  DAILY: 'day',
  WEEKLY: 'week',
  MONTHLY: 'month',
  YEARLY: 'year',
}
const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
/** After which month ends can move a date. */
const lastOfEveryMonth = 28

/** The interval of a rule that says no more than that, and the day that is its first. Null for any other rule. */
function repetitionOf(rule: Rule, due: Day | null, today: Day): { every: Every; day: Day } | null {
  const { FREQ = '', INTERVAL = '1', WKST, BYDAY, BYMONTH, BYMONTHDAY, ...others } = rule
  const unit = units[FREQ]
  if (!unit || !/^[1-9]\d{0,2}$/.test(INTERVAL) || Object.keys(others).length > 0) return null
  const every = { count: Number(INTERVAL), unit }
  const day = due ?? (BYDAY ? nextDayOf(BYDAY, today) : today)
  if (day === null) return null
  const [month, date] = [Number(day.slice(5, 7)), Number(day.slice(8))]
  const isOnItsDay =
    (!BYDAY || (every.unit === 'week' && weekdays[weekdayOf(day)] === BYDAY)) &&
    (!BYMONTH || (every.unit === 'year' && Number(BYMONTH) === month)) &&
    (!BYMONTHDAY ||
      (/^(?:month|year)$/.test(every.unit) && Number(BYMONTHDAY) === date && date <= lastOfEveryMonth))
  return isOnItsDay ? { every, day } : null
}

function nextDayOf(name: string, today: Day): Day | null {
  const weekday = weekdays.indexOf(name)
  return weekday === -1 ? null : addDays(today, (weekday - weekdayOf(today) + 7) % 7)
}
