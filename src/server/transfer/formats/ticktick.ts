import { invalid } from '../../common/problems.ts'
import { detailsOf, most, Outline, type Plan, textOf, tooMuch } from '../plan.ts'
import type { Row, Table } from './table.ts'

// A backup contains all lists of an account, including the inbox. A few rows about the file precede the header.

export const isTickTick = (columns: ReadonlySet<string>) => columns.has('list name') && columns.has('title')

/**
 * Columns of a kanban list become lists, and every task becomes a card, with sub-tasks after their parent.
 */
export function planTickTick({ rows }: Table): Plan {
  const outline = new Outline()
  // Only these fields are kept, because the rows may be large.
  for (const { list, column, state, text, at } of inOrder(Array.from(rows, taskReader()))) {
    if (state === 'gone' || !text) {
      outline.leftOut++
      continue
    }
    const complete = state === 'complete'
    // Completed tasks of a list that is not a board get a list of their own as well.
    outline.add(list, column || (complete ? 'Done' : ''), { text, complete, at })
  }
  return outline.plan()
}

interface Task {
  id: string
  parent: string
  list: string
  column: string
  place: number
  state: 'open' | 'complete' | 'gone'
  text: string
  at: string
}

function taskReader(): (row: Row) => Task {
  let items = 0
  return (row) => {
    const state = stateOf(row)
    const content = row.text('content')
    items += countItems(content)
    if (items > most.lines) throw tooMuch(row.at('content'), 'has too many items of checklists')
    return {
      id: row.text('taskid'),
      parent: row.text('parentid'),
      list: row.text('list name'),
      column: row.text('column name'),
      place: Number(row.text('order')) || 0,
      state,
      text: textOf(row.text('title'), [
        notesOf(content),
        detailsOf({ Labels: row.text('tags'), Due: state === 'open' ? dueOf(row) : '' }),
      ]),
      at: row.at('title'),
    }
  }
}

/**
 * The file documents 1 as completed and 2 as archived, but TickTick now writes 2 for completed tasks, with
 * the time. -1 is for tasks that won't be done.
 */
function stateOf(row: Row): Task['state'] {
  const status = row.text('status')
  if (status === '0' || status === '') return 'open'
  if (status === '1') return 'complete'
  if (status === '2') return row.text('completed time') ? 'complete' : 'gone'
  if (status === '-1') return 'gone'
  throw invalid(row.at('status'), 'must be 0, 1, 2 or -1')
}

const marks = /[▫▪]/g

function countItems(content: string): number {
  let items = 0
  for (marks.lastIndex = 0; marks.test(content); ) items++
  return items
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

/** As the user set it: a day, or a day and a time in the task's time zone. */
function dueOf(row: Row): string {
  const said = row.text('due date')
  if (!said) return ''
  const due = Date.parse(said.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
  if (Number.isNaN(due)) return said
  const isAllDay = row.text('is all day').toLowerCase() === 'true'
  const [day, time] = inZone(due, row.text('timezone')).split(' ')
  return isAllDay ? `${day}` : `${day} ${time}`
}

function inZone(time: number, timeZone: string): string {
  const instant = Temporal.Instant.fromEpochMilliseconds(time)
  try {
    return written(instant.toZonedDateTimeISO(timeZone))
  } catch {
    return written(instant.toZonedDateTimeISO('UTC'))
  }
}

const written = (when: Temporal.ZonedDateTime) =>
  when.toPlainDateTime().toString({ smallestUnit: 'minute' }).replace('T', ' ')

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
