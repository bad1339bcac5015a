import { type CsvRow, readCsv } from './csv.ts'

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
const mostBefore = 20

/** `isHeader` recognises the column names. Undefined if no row has them. */
export function readTable(
  file: string,
  isHeader: (columns: ReadonlySet<string>) => boolean,
): Table | undefined {
  const rows = readCsv(file)
  for (let passed = 0; passed < mostBefore; passed++) {
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
