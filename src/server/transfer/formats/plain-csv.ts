import { invalid } from '../../common/problems.ts'
import { Outline, type Plan } from '../plan.ts'
import type { Row, Table } from './table.ts'

/** One without a name is a delimiter at the end of the lines. */
const own = new Set(['project', 'status', 'text', 'complete', ''])

export const isPlainCsv = (columns: ReadonlySet<string>) => columns.has('text')

/** Inboard's own columns: `project,status,text,complete`, in any order. Only `text` is required. */
export function planPlainCsv({ columns, rows }: Table): Plan {
  const outline = new Outline()
  outline.leftOut.add('other_columns', columns.difference(own).size)
  for (const row of rows) {
    const [project, status, text] = [row.text('project'), row.text('status'), row.text('text')]
    const complete = isComplete(row)
    // Spreadsheets leave empty rows at the end.
    if (!text && !project && !status) continue
    if (!text) throw invalid(row.at('text'), 'must not be empty')
    outline.add(project, status, { text, complete, at: row.at('text') })
  }
  return outline.plan()
}

function isComplete(row: Row): boolean {
  const text = row.text('complete').toLowerCase()
  if (['true', 'yes', '1', 'x'].includes(text)) return true
  if (['false', 'no', '0', ''].includes(text)) return false
  throw invalid(row.at('complete'), 'must be true or false')
}
