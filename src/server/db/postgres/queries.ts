import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { TObject } from 'typebox'
import { JsonList, type Reader, type Transaction, type Value } from '../database.ts'
import { List, Members, members, NextSeq, Same, Table } from '../values.ts'
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
    from (select ${fields.join(', ')} from (${sql}) as listed) as member`
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
  for (const value of values) {
    if (value instanceof Same) pattern += value.value === null ? '0' : '1'
    else if (value instanceof NextSeq) pattern += value.edit ? `${value.newest} edit` : value.newest
  }
  const variants = statements.get(text) ?? new Map<string, Statement>()
  statements.set(text, variants)
  const known = variants.get(pattern)
  if (known) return known
  let count = 0
  const next = () => `$${++count}`
  const written = String.raw({ raw: text }, ...values.map((value) => placeholder(value, next)))
  const raising = values.find((value) => value instanceof NextSeq)
  const sql = complete(raising ? raisingCounter(written, raising, next) : written)
  const made = { sql, name: createHash('sha256').update(sql).digest('base64url').slice(0, 32) }
  variants.set(pattern, made)
  return made
}

function placeholder(value: Value, next: () => string): string {
  if (value instanceof Same) return value.value === null ? 'is null' : `= ${next()}`
  if (value instanceof Members) return value.names
  if (value instanceof NextSeq) return '(select seq from counter)'
  if (value instanceof List) return `(select unnest(${next()}::text[]))`
  if (value instanceof Table) {
    const fields = Object.entries(value.fields).map(
      ([name, type]) => `${name} ${type === 'text' ? 'text' : 'bigint'}`,
    )
    return `(select * from json_to_recordset(${next()}::json) as given (${fields.join(', ')}))`
  }
  return next()
}

/**
 * A statement that also increments the owner's counter, which is the owner's lock. If it changes no row, or
 * if a migration was applied that this program doesn't know, the division by zero makes the whole statement
 * fail, and no number is taken.
 */
function raisingCounter(sql: string, { newest, edit }: NextSeq, next: () => string): string {
  const ownerId = next()
  const { set, unless } = edit ? countingText(ownerId, next) : { set: '', unless: '' }
  return `
    with counter as (update counters set seq = seq + 1${set} where owner_id = ${ownerId} returning seq, bytes),
      changed as (${sql})
    select changed.*, (select seq from counter) as seq,
      1 / (select count(*) from changed where (select max(name) from migrations) <= '${newest}'${unless}) as done
    from (values (1)) as always left join changed on true`
}

/**
 * Reads the replaced text as it was when the statement began. If another change replaced it while the
 * statement waited for the lock, that change has incremented the counter, which makes this statement fail
 * too. So does an account that would exceed its limit.
 */
function countingText(ownerId: string, next: () => string) {
  const [bytes, cardId, most] = [next(), next(), next()]
  return {
    set: `, bytes = bytes + ${bytes} - coalesce(
      (select octet_length(text) from cards where owner_id = ${ownerId} and id = ${cardId}), ${bytes})`,
    unless: ` and exists (select 1 from counter
      where bytes <= ${most} and seq = 1 + (select seq from counters where owner_id = ${ownerId}))`,
  }
}

function bound(values: Value[]): unknown[] {
  const plain: unknown[] = []
  let raising: NextSeq | undefined
  for (const value of values) {
    if (typeof value === 'string') plain.push(storable(value))
    else if (value instanceof Same) value.value !== null && plain.push(storable(value.value))
    else if (value instanceof List) plain.push(value.items.map(storable))
    else if (value instanceof Table) plain.push(storableJson(value.rows))
    else if (value instanceof NextSeq) raising = value
    else if (!(value instanceof Members)) plain.push(value)
  }
  if (raising) plain.push(raising.ownerId)
  if (raising?.edit) plain.push(raising.edit.bytes, raising.edit.cardId, raising.edit.most)
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
