import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { TObject } from 'typebox'
import { JsonList, type Reader, type Transaction, type Value } from '../database.ts'
import { List, Members, members, Same, Table } from '../values.ts'
import { refuse } from './errors.ts'

type Connection = Pick<pg.Pool, 'query'>

export type Queries = Reader & Pick<Transaction, 'run'>

export function queries(connection: Connection, prepare: boolean): Queries {
  function ask<Answer>(
    text: TemplateStringsArray,
    values: Value[],
    answer: (result: pg.QueryResult) => Answer,
    complete?: Complete,
  ): Promise<Answer> {
    const { sql, name } = statement(text, values, complete)
    const sent = bound(values)
    const query = prepare ? { name, text: sql, values: sent } : { text: sql, values: sent }
    return connection.query(query).then((result) => {
      // A finished query can survive many minor garbage collections. Its values may be long texts, so free them now.
      sent.length = 0
      return answer(result)
    }, refuse)
  }
  return {
    get: (text, ...values) => ask(text, values, ({ rows }) => rows[0]),
    all: (text, ...values) => ask(text, values, ({ rows }) => rows),
    json: (schema) => {
      const complete = (sql: string) => asJson(schema, sql)
      return (text, ...values) => ask(text, values, ({ rows }) => new JsonList(rows[0].json), complete)
    },
    run: (text, ...values) => ask(text, values, ({ rowCount }) => rowCount ?? 0),
  }
}

/** Compact JSON, unlike that of `json_agg` and `json_build_object`. */
function asJson(schema: TObject, sql: string): string {
  const fields = members(schema).list.map(({ name, isBoolean }) =>
    isBoolean ? `${name} = 1 as ${name}` : name,
  )
  return `select coalesce(array_to_json(array_agg(member)), '[]')::text as json
    from (select ${fields.join(', ')} ${sql}) as member`
}

type Complete = (sql: string) => string

interface Statement {
  sql: string
  name: string
}

const statements = new WeakMap<TemplateStringsArray, Map<string, Statement>>()

/** One statement for each query in the source and each pattern of nulls among its `same(…)`. */
function statement(
  text: TemplateStringsArray,
  values: Value[],
  complete: Complete = (sql) => sql,
): Statement {
  let pattern = ''
  for (const value of values) if (value instanceof Same) pattern += value.value === null ? '0' : '1'
  const variants = statements.get(text) ?? new Map<string, Statement>()
  statements.set(text, variants)
  const known = variants.get(pattern)
  if (known) return known
  let count = 0
  const next = () => `$${++count}`
  const sql = complete(String.raw({ raw: text }, ...values.map((value) => placeholder(value, next))))
  const made = { sql, name: createHash('sha256').update(sql).digest('base64url').slice(0, 32) }
  variants.set(pattern, made)
  return made
}

function placeholder(value: Value, next: () => string): string {
  if (value instanceof Same) return value.value === null ? 'is null' : `= ${next()}`
  if (value instanceof Members) return value.names
  if (value instanceof List) return `(select unnest(${next()}::text[]))`
  if (value instanceof Table) {
    const fields = Object.entries(value.fields).map(
      ([name, type]) => `${name} ${type === 'text' ? 'text' : 'bigint'}`,
    )
    return `(select * from json_to_recordset(${next()}::json) as given (${fields.join(', ')}))`
  }
  return next()
}

function bound(values: Value[]): unknown[] {
  const plain: unknown[] = []
  for (const value of values) {
    if (typeof value === 'string') plain.push(storable(value))
    else if (value instanceof Same) value.value !== null && plain.push(storable(value.value))
    else if (value instanceof List) plain.push(value.items.map(storable))
    else if (value instanceof Table) plain.push(storableJson(value.rows))
    else if (!(value instanceof Members)) plain.push(value)
  }
  return plain
}

function storableJson(rows: readonly object[]): string {
  const text = JSON.stringify(rows)
  return /\\u(?:0000|d[89a-f])/.test(text)
    ? JSON.stringify(rows, (_key, item) => (typeof item === 'string' ? storable(item) : item))
    : text
}

/**
 * PostgreSQL stores neither NUL nor lone surrogates. Texts to be stored were validated before; a text to be
 * looked up cannot be found anyway.
 */
const storable = (text: string) => text.toWellFormed().replaceAll('\0', '\ufffd')
