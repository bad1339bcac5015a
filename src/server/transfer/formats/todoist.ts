import type { Day } from '../../../contract/plain/marks/days.ts'
import { isLabel } from '../../../contract/plain/marks/marks.ts'
import { invalid } from '../../common/problems.ts'
import type { LeftOut } from '../left-out.ts'
import { markingOf } from '../marking.ts'
import { Outline, type Plan, type PlannedCard, textOf } from '../plan.ts'
import type { Row, Table } from './table.ts'
import { readTodoistDate } from './todoist-dates.ts'

// https://www.todoist.com/help/articles/import-or-export-a-project-as-a-csv-file-in-todoist-YC8YvN
// A file is one project, without its name and without completed tasks.

export const isTodoist = (columns: ReadonlySet<string>) => columns.has('type') && columns.has('content')

/** Sections become lists, comments become notes, and every task becomes a card, with sub-tasks after their parent. */
export function planTodoist({ rows }: Table, title: string, today: Day): Plan {
  const outline = new Outline()
  let section = ''
  const tasks: { card: PlannedCard; notes: string[] }[] = []
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
        const card = { text: withLabels(content), marks, complete: false, at: row.at('content') }
        tasks.push({ card, notes: last })
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
  for (const { card, notes } of tasks) card.text = textOf(card.text, notes)
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
