import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { Config } from '../src/server/config/config.ts'

export type Row = Record<string, string | number>
/** Rows by table, each table after those that it refers to. All rows of a table have the same members. */
export type Tables = Record<string, Iterable<Row>>

const rowsAtOnce = 5000

/**
 * Fills tables that some version of Inboard has made, without Inboard: a table or column that this version does not
 * know is left out.
 */
export async function insertAll(database: Config['database'], tables: Tables): Promise<void> {
  await using connection = database.engine === 'sqlite' ? sqlite(database.file) : await postgres(database.url)
  const isDistributed = (await connection.columnsOf('owners')).length > 0
  for (const [name, rows] of Object.entries(tables)) {
    const [sample = {}] = rows
    const there = await connection.columnsOf(name)
    const columns = Object.keys(sample).filter((column) => there.includes(column))
    if (columns.length === 0) continue
    for (const chunk of chunks(rows)) {
      await connection.insert(name, columns, JSON.stringify(chunk))
      if (name !== 'users' || !isDistributed) continue
      // Each node must know the accounts that have signed in.
      const owners = chunk.filter(({ email_verified_at }) => email_verified_at)
      await connection.insert('owners', ['id'], JSON.stringify(owners))
    }
  }
}

interface Connection extends AsyncDisposable {
  columnsOf(table: string): Promise<string[]>
  /** The rows are a JSON list. */
  insert(table: string, columns: string[], rows: string): Promise<void>
}

function sqlite(file: string): Connection {
  const db = new DatabaseSync(file)
  return {
    async columnsOf(table) {
      return db
        .prepare('select name from pragma_table_info(?)')
        .all(table)
        .map(({ name }) => String(name))
    },
    async insert(table, columns, rows) {
      const values = columns.map((column) => `value ->> '${column}'`)
      db.prepare(`insert into ${table} (${columns}) select ${values} from json_each(?)`).run(rows)
    },
    async [Symbol.asyncDispose]() {
      db.close()
    },
  }
}

async function postgres(url: string): Promise<Connection> {
  const client = new pg.Client(url)
  await client.connect()
  return {
    async columnsOf(table) {
      const { rows } = await client.query<{ column_name: string }>(
        'select column_name from information_schema.columns where table_schema = current_schema() and table_name = $1',
        [table],
      )
      return rows.map(({ column_name }) => column_name)
    },
    async insert(table, columns, rows) {
      const values = `select ${columns} from json_populate_recordset(null::${table}, $1)`
      await client.query(`insert into ${table} (${columns}) ${values}`, [rows])
    },
    [Symbol.asyncDispose]: () => client.end(),
  }
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
