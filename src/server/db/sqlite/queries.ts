import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { IsBoolean, type TObject } from 'typebox'
import {
  DatabaseUnavailable,
  JsonList,
  List,
  Locked,
  type Reader,
  Same,
  Table,
  type Transaction,
  type Value,
} from '../database.ts'

/** `ready` is called before each of them. */
export function queries(connection: DatabaseSync, ready = () => {}): Reader & Pick<Transaction, 'run'> {
  const prepared = new WeakMap<TemplateStringsArray, StatementSync>()
  function statement(text: TemplateStringsArray, values: Value[], complete = (sql: string) => sql) {
    ready()
    let found = prepared.get(text)
    if (!found) {
      found = connection.prepare(complete(String.raw({ raw: text }, ...values.map(placeholder))))
      prepared.set(text, found)
    }
    return found
  }
  return {
    async get<Row>(text: TemplateStringsArray, ...values: Value[]) {
      return translating(() => statement(text, values).get(...values.map(bound)) as Row | undefined)
    },
    async all<Row>(text: TemplateStringsArray, ...values: Value[]) {
      return translating(() => statement(text, values).all(...values.map(bound)) as Row[])
    },
    json:
      (schema) =>
      async (text, ...values) =>
        translating(() => {
          const made = statement(text, values, (sql) => asJson(schema, sql)).get(...values.map(bound))
          return new JsonList((made as { json: string }).json)
        }),
    async run(text: TemplateStringsArray, ...values: Value[]) {
      return translating(() => Number(statement(text, values).run(...values.map(bound)).changes))
    },
  }
}

function asJson({ properties }: TObject, sql: string): string {
  const members = Object.entries(properties).map(
    ([name, schema]) => `'${name}', ${IsBoolean(schema) ? `json(iif(${name}, 'true', 'false'))` : name}`,
  )
  return `select json_group_array(json_object(${members.join(', ')})) as json from (${sql})`
}

function placeholder(value: Value): string {
  if (value instanceof Same) return 'is ?'
  if (value instanceof Locked) return value.owner('?')
  if (value instanceof List) return '(select value from json_each(?))'
  if (value instanceof Table) {
    const columns = Object.keys(value.columns).map((name) => `value ->> '${name}' as ${name}`)
    return `(select ${columns.join(', ')} from json_each(?))`
  }
  return '?'
}

function bound(value: Value): SQLInputValue {
  if (value instanceof Same) return value.value
  if (value instanceof Locked) return value.value
  if (value instanceof List) return JSON.stringify(value.items)
  if (value instanceof Table) return JSON.stringify(value.rows)
  return value
}

export function translating<Result>(query: () => Result): Result {
  try {
    return query()
  } catch (error) {
    throw translate(error)
  }
}

// https://sqlite.org/rescode.html, primary codes: BUSY, LOCKED, READONLY, IOERR, CORRUPT (which a page that cannot be read
// may look like), FULL, CANTOPEN, PROTOCOL
const busy = 5
const passing = new Set([busy, 6, 8, 10, 11, 13, 14, 15])

const primaryCode = (error: unknown) => ((error as { errcode?: number }).errcode ?? 0) & 0xff

export const translate = (error: unknown) =>
  passing.has(primaryCode(error)) ? new DatabaseUnavailable(error) : error

export const isBusy = (error: unknown) => primaryCode(error) === busy
