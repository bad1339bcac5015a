import { invalid } from '../../common/problems.ts'
import { detailsOf, Outline, type Plan, type PlannedCard, textOf } from '../plan.ts'
import type { Table } from './table.ts'

// https://www.todoist.com/help/articles/import-or-export-a-project-as-a-csv-file-in-todoist-YC8YvN
// A file is one project, without its name and without completed tasks.

export const isTodoist = (columns: ReadonlySet<string>) => columns.has('type') && columns.has('content')

/** Sections become lists, comments become notes, and every task becomes a card, with sub-tasks after their parent. */
export function planTodoist({ rows }: Table, title: string): Plan {
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
        last = [row.text('description'), detailsOf({ Due: row.text('date'), Deadline: row.text('deadline') })]
        const card = { text: content, complete: false, at: row.at('content') }
        tasks.push({ card, notes: last })
        if (content || last.some(Boolean)) outline.add(title, section, card)
        else outline.leftOut++
        break
      }
      case 'note':
        // Comments on the project itself belong to no task.
        if (last) last.push(content)
        else outline.leftOut++
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
