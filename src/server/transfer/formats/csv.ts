import { invalid } from '../../common/problems.ts'
import { most, Outline, type Plan, tooMuch } from '../plan.ts'

/** A row of a CSV file, accessed by column name. */
export interface Row {
  /** Trimmed, with line endings normalised. Empty if there is no such column. */
  text(column: string): string
  /** The location, for error messages. */
  at(column: string): string
}

export interface Table {
  /** In lower case. */
  columns: ReadonlySet<string>
  rows: Iterable<Row>
}

/** Some programs write a few rows about the file before the header. */
const maxRowsBeforeHeader = 20

/** `isHeader` recognises the column names. Undefined if no row has them. */
export function readTable(
  file: string,
  isHeader: (columns: ReadonlySet<string>) => boolean,
): Table | undefined {
  const rows = readCsv(file)
  for (let passed = 0; passed < maxRowsBeforeHeader; passed++) {
    const next = rows.next()
    if (next.done) return undefined
    const names = next.value.fields.map((name) => name.trim().toLowerCase())
    const columns = new Set(names)
    if (isHeader(columns)) return { columns, rows: named(names, rows) }
  }
  return undefined
}

function* named(names: readonly string[], rows: Iterable<CsvRow>): Generator<Row> {
  const places = new Map(names.map((name, index) => [name, index]))
  for (const { line, fields } of rows)
    yield {
      text: (column) => tidy(fields[places.get(column) ?? -1] ?? ''),
      at: (column) => `line ${line}, column ${column}`,
    }
}

const tidy = (text: string) => (text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text).trim()

interface CsvRow {
  /** The line that it begins on, counted from 1. */
  line: number
  fields: string[]
}

// A library would be several times slower, in workers that everybody's large requests share (csv-parse 7.0:
// 600 ms for 10 MB of cards, and 2,500 ms for 8 MB of commas). Characters are compared as numbers, because
// creating a string for each is much slower.

const [quote, lineFeed, carriageReturn] = [34, 10, 13]

/** The rows of a CSV file (RFC 4180), with any line endings. Skips empty lines. */
export function* readCsv(text: string): Generator<CsvRow> {
  const delimiter = delimiterOf(text).charCodeAt(0)
  let [at, line, rows, fields] = [0, 1, 0, 0]
  const count = () => {
    if (++fields > most.fields) throw tooMuch(`line ${line}`, 'has too many fields')
  }
  const isEnd = (code: number) => code === lineFeed || code === carriageReturn

  /** Reads a quoted field, in which two quotation marks stand for one. */
  function quoted(): string {
    const from = at + 1
    let hasDoubled = false
    for (at = from; ; at++) {
      if (at >= text.length) throw invalid(`line ${line}`, 'has a quotation mark that is never closed')
      if (text.charCodeAt(at) !== quote) continue
      if (text.charCodeAt(at + 1) !== quote) break
      hasDoubled = true
      count()
      at++
    }
    if (at - from > most.field) throw tooMuch(`line ${line}`, 'has a field that is too long')
    const content = text.slice(from, at++)
    const next = text.charCodeAt(at)
    if (at < text.length && next !== delimiter && !isEnd(next))
      throw invalid(`line ${line}`, 'has a quotation mark within a field that is not doubled')
    return hasDoubled ? content.replaceAll('""', '"') : content
  }

  function plain(): string {
    const from = at
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === delimiter || isEnd(code)) break
    }
    return text.slice(from, at)
  }

  function endLine(): void {
    at += text.charCodeAt(at) === carriageReturn && text.charCodeAt(at + 1) === lineFeed ? 2 : 1
    line++
  }

  while (at < text.length) {
    if (++rows > most.entries)
      throw tooMuch(`line ${line}`, `is one too many: a file may have ${most.entries} rows`)
    if (isEnd(text.charCodeAt(at))) {
      endLine()
      continue
    }
    const row: CsvRow = { line, fields: [] }
    for (;;) {
      row.fields.push(text.charCodeAt(at) === quote ? quoted() : plain())
      count()
      if (row.fields.length > most.columns) throw tooMuch(`line ${line}`, 'has too many fields')
      if (text.charCodeAt(at) !== delimiter) break
      at++
    }
    for (const field of row.fields) line += linesIn(field)
    endLine()
    yield row
  }
}

function linesIn(content: string): number {
  let lines = 0
  for (let at = 0; at < content.length; at++) {
    const code = content.charCodeAt(at)
    if (code === lineFeed || (code === carriageReturn && content.charCodeAt(at + 1) !== lineFeed)) lines++
  }
  return lines
}

/** Spreadsheets write semicolons where the comma is the decimal separator, and tabs on request. */
function delimiterOf(text: string): string {
  const [first = ''] = text.slice(0, 10_000).split(/[\r\n]/, 1)
  const count = (delimiter: string) => first.split(delimiter).length
  return [',', ';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best))
}

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
