import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { TObject } from 'typebox'
import { DatabaseUnavailable, JsonList, type Transaction, type Value } from '../database.ts'
import { List, Members, members, Same, Table } from '../values.ts'

interface Prepared {
  statement: StatementSync
  /** The names of its columns, if they have been needed. */
  names?: string[]
}

/** `changed` counts the rows that they change. */
export function queries(connection: DatabaseSync, changed = { rows: 0 }): Transaction {
  const statements = new WeakMap<TemplateStringsArray, Prepared>()
  const file = connection.location()

  function ask<Answer>(
    text: TemplateStringsArray,
    values: Value[],
    answer: (prepared: Prepared, values: SQLInputValue[]) => Answer,
    schema?: TObject,
  ): Answer {
    try {
      let prepared = statements.get(text)
      if (!prepared) {
        const sql = String.raw({ raw: text }, ...values.map(placeholder))
        prepared = { statement: connection.prepare(schema ? asJson(schema, sql) : sql) }
        statements.set(text, prepared)
      }
      return answer(prepared, bound(values))
    } catch (error) {
      throw translate(error, file)
    }
  }

  const run = ({ statement }: Prepared, values: SQLInputValue[]) => {
    const changes = Number(statement.run(...values).changes)
    changed.rows += changes
    return changes
  }

  return {
    get: async <Row>(text: TemplateStringsArray, ...values: Value[]) => ask(text, values, first<Row>),
    all: async <Row>(text: TemplateStringsArray, ...values: Value[]) => ask(text, values, rowsOf<Row>),
    json:
      (schema) =>
      async (text, ...values) =>
        new JsonList(ask(text, values, first<{ json: string }>, schema)?.json ?? '[]'),
    run: async (text, ...values) => ask(text, values, run),
    send: (text, ...values) => void ask(text, values, run),
  }
}

const first = <Row>({ statement }: Prepared, values: SQLInputValue[]) =>
  statement.get(...values) as Row | undefined

/** Half as expensive as the driver's own objects, whose members are slow to read as well. */
function rowsOf<Row>(prepared: Prepared, values: SQLInputValue[]): Row[] {
  const { statement } = prepared
  statement.setReturnArrays(true)
  // Asking for the names takes longer than reading a row.
  prepared.names ??= statement.columns().map(({ name }) => name)
  const { names } = prepared
  const rows: Record<string, unknown>[] = []
  for (const fields of statement.all(...values) as unknown as unknown[][]) {
    const row: Record<string, unknown> = {}
    for (let at = 0; at < names.length; at++) row[names[at] as string] = fields[at]
    rows.push(row)
  }
  return rows as Row[]
}

function asJson(schema: TObject, sql: string): string {
  const pairs = members(schema).list.map(
    ({ name, isBoolean }) => `'${name}', ${isBoolean ? `iif(${name}, json('true'), json('false'))` : name}`,
  )
  // The subquery passes on one text for each row. SQLite would copy each column.
  return `select '[' || coalesce(group_concat(item, ','), '') || ']' as json
    from (select json_object(${pairs.join(', ')}) as item ${sql})`
}

function placeholder(value: Value): string {
  if (value instanceof Same) return 'is ?'
  if (value instanceof Members) return value.names
  if (value instanceof List) return '(select value from json_each(?))'
  if (value instanceof Table) {
    const fields = Object.keys(value.fields).map((name) => `value ->> '${name}' as ${name}`)
    return `(select ${fields.join(', ')} from json_each(?))`
  }
  return '?'
}

function bound(values: Value[]): SQLInputValue[] {
  const plain: SQLInputValue[] = []
  for (const value of values) {
    if (value instanceof Same) plain.push(value.value)
    else if (value instanceof List) plain.push(JSON.stringify(value.items))
    else if (value instanceof Table) plain.push(JSON.stringify(value.rows))
    else if (!(value instanceof Members)) plain.push(value)
  }
  return plain
}

export function translating<Result>(query: () => Result, file?: string | null): Result {
  try {
    return query()
  } catch (error) {
    throw translate(error, file)
  }
}

// https://sqlite.org/rescode.html, primary codes: BUSY, LOCKED, READONLY, IOERR, CORRUPT (which an unreadable
// page may look like), FULL, CANTOPEN, PROTOCOL
const busy = 5
const noDatabase = 26
const passing = new Set([busy, 6, 8, 10, 11, 13, 14, 15])

const primaryCode = (error: unknown) => ((error as { errcode?: number }).errcode ?? 0) & 0xff

/** SQLite's messages name no file. */
export function translate(error: unknown, file?: string | null): unknown {
  const isPassing = passing.has(primaryCode(error))
  if (file && (isPassing || primaryCode(error) === noDatabase))
    (error as Error).message = `${file}: ${(error as Error).message}`
  return isPassing ? new DatabaseUnavailable(error) : error
}

export const isBusy = (error: unknown) => primaryCode(error) === busy

/** True if a file cannot be opened or created, or not as it has to be. */
export const isDenied = (error: unknown) => [8, 14].includes(primaryCode(error))
