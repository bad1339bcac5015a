import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { TObject } from 'typebox'
import { DatabaseUnavailable, JsonList, type Transaction, type Value } from '../database.ts'
import { List, Members, members, Same, Table } from '../values.ts'

/** `ready` is called before each query, and `count` with the number of rows that it changed. */
export function queries(
  connection: DatabaseSync,
  ready = () => {},
  count: (rows: number) => void = () => {},
): Transaction {
  const prepared = new WeakMap<TemplateStringsArray, StatementSync>()
  const file = connection.location()
  const translated = <Result>(query: () => Result) => translating(query, file)

  function statement(text: TemplateStringsArray, values: Value[], complete = (sql: string) => sql) {
    ready()
    let found = prepared.get(text)
    if (!found) {
      found = connection.prepare(complete(String.raw({ raw: text }, ...values.map(placeholder))))
      prepared.set(text, found)
    }
    return found
  }
  const change = (text: TemplateStringsArray, values: Value[]) => {
    const changes = translated(() => Number(statement(text, values).run(...bound(values)).changes))
    count(changes)
    return changes
  }

  return {
    async get<Row>(text: TemplateStringsArray, ...values: Value[]) {
      return translated(() => statement(text, values).get(...bound(values)) as Row | undefined)
    },
    async all<Row>(text: TemplateStringsArray, ...values: Value[]) {
      return translated(() => rowsOf(statement(text, values), bound(values)) as Row[])
    },
    json:
      (schema) =>
      async (text, ...values) =>
        translated(() => {
          const made = statement(text, values, (sql) => asJson(schema, sql)).get(...bound(values))
          return new JsonList((made as { json: string }).json)
        }),
    run: async (text, ...values) => change(text, values),
    send: (text, ...values) => void change(text, values),
  }
}

/** Half as expensive as the driver's own objects, whose members are slow to read as well. */
function rowsOf(statement: StatementSync, values: SQLInputValue[]): object[] {
  statement.setReturnArrays(true)
  const names = statement.columns().map(({ name }) => name)
  return (statement.all(...values) as unknown as unknown[][]).map((fields) => {
    const row: Record<string, unknown> = {}
    for (let at = 0; at < names.length; at++) row[names[at] as string] = fields[at]
    return row
  })
}

function asJson(schema: TObject, sql: string): string {
  const pairs = members(schema).list.map(
    ({ name, isBoolean }) => `'${name}', ${isBoolean ? `json(iif(${name}, 'true', 'false'))` : name}`,
  )
  return `select json_group_array(json_object(${pairs.join(', ')})) as json from (${sql})`
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
