import { addMonths, type Day, isDay } from '../../../board/text/days.ts'
import { type Every, isLabel } from '../../../board/text/marks.ts'
import { type Dates, readDateWords } from '../../../board/text/typed-dates.ts'
import { invalid } from '../../common/problems.ts'
import { dueAt, markingOf, readInstant, withMarks } from '../marking.ts'
import { type LeftOut, Outline, type Plan, type PlannedCard, textOf } from '../plan.ts'
import type { Row, Table } from './csv.ts'

// https://www.todoist.com/help/articles/import-or-export-a-project-as-a-csv-file-in-todoist-YC8YvN
// A file is one project, without its name and without completed tasks.

export const isTodoist = (columns: ReadonlySet<string>) => columns.has('type') && columns.has('content')

/** Sections become lists, comments become notes, and every task becomes a card, with sub-tasks after their parent. */
export function planTodoist({ rows }: Table, title: string, today: Day): Plan {
  const outline = new Outline()
  let section = ''
  const tasks: { card: PlannedCard; marks: string; notes: string[] }[] = []
  let last: string[] | undefined
  for (const row of rows) {
    const content = row.text('content')
    switch (row.text('type').toLowerCase()) {
      case 'section':
        section = content
        last = undefined
        break
      case 'task': {
        const date = row.text('date')
        const dates = readTodoistDate(date, row.text('date_lang'), today)
        const { marks, notes } = markingOf({
          ...(dates ?? { due: null, every: null }),
          labels: [],
          others: { Due: dates ? '' : date, Deadline: row.text('deadline') },
        })
        last = [row.text('description'), notes]
        const card = { text: withLabels(content), complete: false, at: row.at('content') }
        tasks.push({ card, marks, notes: last })
        if (content || marks || last.some(Boolean)) {
          outline.add(title, section, card)
          countParts(row, outline.leftOut)
        } else outline.leftOut.add('empty_cards')
        break
      }
      case 'note':
        // Comments on the project itself belong to no task.
        if (last) last.push(content)
        else outline.leftOut.add('project_comments')
        break
      case 'meta':
      case '':
        break
      default:
        throw invalid(row.at('type'), 'must be task, section or note')
    }
  }
  for (const { card, marks, notes } of tasks) card.text = withMarks(textOf(card.text, notes), marks)
  return outline.plan()
}

function countParts(row: Row, leftOut: LeftOut): void {
  if (row.text('responsible')) leftOut.add('assignments')
  if (row.text('duration')) leftOut.add('durations')
  // 1 is the highest, and 4 is none.
  if (/^[123]$/.test(row.text('priority'))) leftOut.add('priorities')
}

/** Labels are words among the others: `Call the plumber @phone`. */
const withLabels = (content: string) =>
  content.replaceAll(/(?<!\S)@(\S+)/g, (word, name: string) => (isLabel(name) ? `#${name}` : word))

/** Longer than any date. Anything beyond is not read. */
const longest = 100
/** After which month ends can move a date. */
const lastOfEveryMonth = 28

/** A date as Todoist writes it: `2026-11-20 15:30`, or the words of the person. Null if marks cannot say it. */
function readTodoistDate(text: string, language: string, today: Day): Dates | null {
  if (text.length > longest) return null
  const due = dueAt(readInstant(text))
  if (due) return { due, every: null }
  if (isDay(text)) return { due: { day: text, time: null }, every: null }
  if (!/^(?:en\b|$)/i.test(language)) return null
  const words = inOurWords(text)
  return (
    withoutYear(words, today) ??
    readDateWords(words, today) ??
    withYear(words) ??
    ofEveryMonth(words, today) ??
    ofEveryYear(words, today)
  )
}

const adverbs: Record<string, string> = { daily: 'day', weekly: 'week', monthly: 'month', yearly: 'year' }

const inOurWords = (text: string) =>
  text
    .toLowerCase()
    .replace(/^(?:daily|weekly|monthly|yearly)\b/, (word) => `every ${adverbs[word]}`)
    .replace(/^ev /, 'every ')
    .replace(/^every other /, 'every 2 ')
    .replaceAll(/(\d)(?:st|nd|rd|th)\b/g, '$1')

/**
 * `20 nov`, as people type it. It was once to come and may be overdue by now, so it is the last one, unless the next is less than
 * half a year ahead.
 */
function withoutYear(words: string, today: Day): Dates | null {
  const isDate = /^(?!every )(?:\d{1,2} [a-z]{3,}|[a-z]{3,} \d{1,2})(?!\S)/.test(words)
  return isDate ? readDateWords(words, addMonths(today, -6) ?? today) : null
}

/** `20 nov 2026 15:30` is the next 20 November after that year has begun. */
function withYear(words: string): Dates | null {
  const [, date, year, time = ''] = /^(\d{1,2} [a-z]+|[a-z]+ \d{1,2}),? ([1-9]\d{3})\b(.*)$/.exec(words) ?? []
  const dates = date ? readDateWords(`${date}${time}`, `${year}-01-01`) : null
  return dates?.due.day.startsWith(`${year}`) ? dates : null
}

const monthly: Every = { count: 1, unit: 'month' }
const yearly: Every = { count: 1, unit: 'year' }

/** `every 15`, the day of each month. */
function ofEveryMonth(words: string, today: Day): Dates | null {
  const [, date = '', time = ''] = /^every (\d{1,2})(?: (?!day|week|month|year)(.*))?$/.exec(words) ?? []
  if (Number(date) < 1 || Number(date) > lastOfEveryMonth) return null
  const inThisMonth = `${today.slice(0, 8)}${date.padStart(2, '0')}`
  const day = inThisMonth < today ? addMonths(inThisMonth, 1) : inThisMonth
  const due = day && readDateWords(`${day} ${time}`, today)?.due
  return due ? { due, every: monthly } : null
}

/** `every 20 nov`. */
function ofEveryYear(words: string, today: Day): Dates | null {
  const [, date = ''] = /^every ((?:\d{1,2} [a-z]+|[a-z]+ \d{1,2})\b.*)$/.exec(words) ?? []
  const due = readDateWords(date, today)?.due
  return due && !due.day.endsWith('-02-29') ? { due, every: yearly } : null
}
