import { invalid } from '../problems.ts'
import { detailsOf, Outline, type Plan, textOf } from './plan.ts'
import type { Row, Table } from './table.ts'

// A backup is all lists of an account, of the inbox too. A few rows about the file come before the names of the columns.

export const isTickTick = (columns: ReadonlySet<string>) => columns.has('list name') && columns.has('title')

/** Columns of a kanban list are lists, and every task is a card, sub-tasks behind the one that they belong to. */
export function planTickTick({ rows }: Table): Plan {
  const outline = new Outline()
  for (const row of inOrder([...rows])) {
    const state = stateOf(row)
    const text = textOf(row.text('title'), [
      notesOf(row),
      detailsOf({ Labels: row.text('tags'), Due: state === 'open' ? dueOf(row) : '' }),
    ])
    if (state === 'gone' || !text) {
      outline.leftOut++
      continue
    }
    const complete = state === 'complete'
    // A list that is no board has its completed tasks apart, too.
    const list = row.text('column name') || (complete ? 'Done' : '')
    outline.add(row.text('list name'), list, { text, complete, at: row.at('title') })
  }
  return outline.plan()
}

/**
 * The file calls 1 completed and 2 archived, but nowadays writes 2 for tasks that were completed, with the time. -1 is for
 * tasks that will not be done.
 */
function stateOf(row: Row): 'open' | 'complete' | 'gone' {
  const status = row.text('status')
  if (status === '0' || status === '') return 'open'
  if (status === '1') return 'complete'
  if (status === '2') return row.text('completed time') ? 'complete' : 'gone'
  if (status === '-1') return 'gone'
  throw invalid(row.at('status'), 'must be 0, 1, 2 or -1')
}

/** The items of a checklist have marks, and may follow each other on one line. */
function notesOf(row: Row): string {
  const content = row.text('content')
  if (!/[▫▪]/.test(content)) return content
  return content
    .replaceAll('▫', '\n- [ ] ')
    .replaceAll('▪', '\n- [x] ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.replace(/^(- \[[ x]\]) +/, '$1 '))
    .join('\n')
}

/** As the person set it: a day, or a day and a time where they were. */
function dueOf(row: Row): string {
  if (!row.text('due date')) return ''
  const due = Date.parse(row.text('due date').replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
  if (Number.isNaN(due)) return row.text('due date')
  const isAllDay = row.text('is all day').toLowerCase() === 'true'
  const [day, time] = inZone(due, row.text('timezone')).split(' ')
  return isAllDay ? `${day}` : `${day} ${time}`
}

function inZone(time: number, timeZone: string): string {
  const format = { dateStyle: 'short', timeStyle: 'short' } as const
  try {
    // Sweden writes dates as ISO 8601 does.
    return new Intl.DateTimeFormat('sv-SE', { ...format, timeZone }).format(time)
  } catch {
    return new Intl.DateTimeFormat('sv-SE', { ...format, timeZone: 'UTC' }).format(time)
  }
}

/** As on the screen: list by list, by the order that each row has among those with the same parent. */
function inOrder(rows: readonly Row[]): Row[] {
  const ids = new Set(rows.map((row) => row.text('taskid')).filter(Boolean))
  const parentOf = (row: Row) => {
    const parent = row.text('parentid')
    return ids.has(parent) ? parent : ''
  }
  const placed = rows.map((row) => ({
    row,
    list: row.text('list name'),
    place: Number(row.text('order')) || 0,
  }))
  const sorted = [...Map.groupBy(placed, ({ list }) => list).values()].flatMap((list) =>
    list.sort((one, other) => one.place - other.place).map(({ row }) => row),
  )
  const children = Map.groupBy(sorted, parentOf)
  const ordered = new Set<Row>()
  const waiting = (children.get('') ?? []).toReversed()
  for (let row = waiting.pop(); row; row = waiting.pop()) {
    if (ordered.has(row)) continue
    ordered.add(row)
    const id = row.text('taskid')
    for (const child of (id && children.get(id)?.toReversed()) || []) waiting.push(child)
  }
  // Those that are their own ancestors, in a file that was tampered with, are still in it.
  return [...ordered.union(new Set(sorted))]
}
