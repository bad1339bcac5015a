import type { Database } from '../src/server/db/database.ts'
import { Table } from '../src/server/db/values.ts'

export type Row = Record<string, string | number>

const rowsAtOnce = 5000

/** All rows have the members of the first. */
export async function insertAll(db: Database, name: string, rows: Iterable<Row>): Promise<void> {
  const [sample] = rows
  if (!sample) return
  const columns = Object.keys(sample)
  const types = Object.fromEntries(
    columns.map((column) => [column, typeof sample[column] === 'number' ? 'integer' : 'text'] as const),
  )
  const names = columns.join(', ')
  const parts = [`insert into ${name} (${names}) select ${names} from `, ' as given']
  const text = Object.assign(parts, { raw: parts })
  for (const chunk of chunks(rows)) await db.transaction((tx) => tx.run(text, new Table(chunk, types)))
}

function* chunks(rows: Iterable<Row>): Generator<Row[]> {
  let chunk: Row[] = []
  for (const row of rows) {
    chunk.push(row)
    if (chunk.length < rowsAtOnce) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}
