import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { seconds } from '../clock.ts'
import {
  type Database,
  DatabaseUnavailable,
  List,
  type Reader,
  Same,
  Table,
  type Transaction,
  type Value,
} from './database.ts'
import { migrate } from './migrate.ts'

// Counts and counters are 64 bits wide on the server, and in fact far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** Nobody waits for the database for ever. Each of these can be set in the address, beside libpq's `sslmode`. */
const bounds = {
  max: 10,
  connectionTimeoutMillis: 3 * seconds,
  statement_timeout: 5 * seconds,
  lock_timeout: 4 * seconds,
  idle_in_transaction_session_timeout: 10 * seconds,
  query_timeout: 6 * seconds,
}

/**
 * A pool of connections to a server that any number of copies of us may share. Transactions are read committed; whoever
 * decides by what it reads locks the owner first, and what clashes all the same is run again.
 */
export async function openPostgres(url: string): Promise<Database> {
  const address = new URL(url)
  const options = { ...bounds }
  for (const name of Object.keys(bounds) as (keyof typeof bounds)[]) {
    const given = address.searchParams.get(name)
    if (given) options[name] = Number(given)
    address.searchParams.delete(name)
  }
  // Behind a pooler that hands out a connection for each transaction, prepared statements get lost.
  const prepare = address.searchParams.get('prepare') !== 'off'
  address.searchParams.delete('prepare')
  const server = { connectionString: address.href, application_name: 'inboard', keepAlive: true }

  // Without the bounds: a migration takes as long as it takes, and the other copies wait for it.
  const patient = openPool({ ...server, max: 1 })
  try {
    await migrate((work) => runAgain(() => runOnce(patient, false, work)))
  } finally {
    await patient.end()
  }

  const pool = openPool({ ...server, ...options })
  return {
    description: `PostgreSQL, ${address.host}${address.pathname}`,
    ...queries(pool, prepare),
    transaction: (work) => runAgain(() => runOnce(pool, prepare, work)),
    close: () => pool.end(),
  }
}

function openPool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(options)
  // An idle connection that breaks is replaced when the next one is needed.
  pool.on('error', () => {})
  return pool
}

const mostAttempts = 8

async function runAgain<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (!isClash(error)) throw error
      if (attempt === mostAttempts) throw new DatabaseUnavailable(error)
      await pause(Math.random() * 10 * attempt)
    }
  }
}

async function runOnce<Result>(
  pool: pg.Pool,
  prepare: boolean,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const client = await translating(pool.connect())
  const { get, all, run } = queries(client, prepare)
  const tx: Transaction = {
    get,
    all,
    run,
    // "No key": so that rows which only refer to the owner can be written meanwhile.
    lockOwner: async (ownerId) =>
      void (await get`select id from users where id = ${ownerId} for no key update`),
    lockSchema: async () => void (await get`select pg_advisory_xact_lock(${schemaLock})`),
    script: async (sql) => void (await translating(client.query(toPostgres(sql)))),
  }
  let usable = false
  try {
    await translating(client.query('begin'))
    const result = await work(tx)
    await translating(client.query('commit'))
    usable = true
    return result
  } catch (error) {
    usable = await client.query('rollback').then(
      () => true,
      () => false,
    )
    throw error
  } finally {
    client.release(!usable)
  }
}

// Any number, but the same for every copy: "inboard" in ASCII, as far as it goes.
const schemaLock = 0x696e626f

/** Migrations are written for SQLite, with whose types these differ. */
const toPostgres = (sql: string) => sql.replaceAll(') strict;', ');').replaceAll(/\binteger\b/g, 'bigint')

type Connection = Pick<pg.Pool, 'query'>

function queries(connection: Connection, prepare: boolean): Reader & Pick<Transaction, 'run'> {
  const query = (text: TemplateStringsArray, values: Value[]) => {
    const { sql, name } = statement(text, values)
    return translating(
      connection.query({ text: sql, values: values.flatMap(bound), ...(prepare && { name }) }),
    )
  }
  return {
    get: async (text, ...values) => (await query(text, values)).rows[0],
    all: async (text, ...values) => (await query(text, values)).rows,
    run: async (text, ...values) => (await query(text, values)).rowCount ?? 0,
  }
}

interface Statement {
  sql: string
  name: string
}

const statements = new WeakMap<TemplateStringsArray, Map<string, Statement>>()

/** One for each place where it is written, and for each pattern of nulls among its `same(…)`. */
function statement(text: TemplateStringsArray, values: Value[]): Statement {
  const pattern = values.map((value) => (value instanceof Same && value.value === null ? '0' : '1')).join('')
  const variants = statements.get(text) ?? new Map<string, Statement>()
  statements.set(text, variants)
  const known = variants.get(pattern)
  if (known) return known
  let count = 0
  const sql = String.raw({ raw: text }, ...values.map((value) => placeholder(value, () => `$${++count}`)))
  const made = { sql, name: createHash('sha256').update(sql).digest('base64url').slice(0, 32) }
  variants.set(pattern, made)
  return made
}

function placeholder(value: Value, next: () => string): string {
  if (value instanceof Same) return value.value === null ? 'is null' : `= ${next()}`
  if (value instanceof List) return `(select unnest(${next()}::text[]))`
  if (value instanceof Table) {
    const columns = Object.entries(value.columns).map(
      ([name, type]) => `${name} ${type === 'text' ? 'text' : 'bigint'}`,
    )
    return `(select * from json_to_recordset(${next()}::json) as given (${columns.join(', ')}))`
  }
  return next()
}

function bound(value: Value): unknown[] {
  if (value instanceof Same) return value.value === null ? [] : [storable(value.value)]
  if (value instanceof List) return [value.items.map(storable)]
  if (value instanceof Table)
    return [JSON.stringify(value.rows, (_key, item) => (typeof item === 'string' ? storable(item) : item))]
  return [typeof value === 'string' ? storable(value) : value]
}

/**
 * PostgreSQL has no NUL in text and no half of a character. Where one could be kept it was refused before; where one is
 * looked up, nothing has it.
 */
const storable = (text: string) => text.toWellFormed().replaceAll('\0', '\ufffd')

/** Failures of serialisation, deadlocks, and two that insert the same: run again, each sees what the other did. */
const isClash = (error: unknown) =>
  ['40001', '40P01', '23505'].includes((error as { code?: string }).code ?? '')

// https://www.postgresql.org/docs/current/errcodes-appendix.html: connection exceptions, insufficient resources,
// operator intervention, system errors; lock not available, read-only, idle too long.
const passing = /^(?:08|53|57|58)|^(?:55P03|25006|25P03)$/

async function translating<Result>(query: Promise<Result>): Promise<Result> {
  try {
    return await query
  } catch (error) {
    const { code = '' } = error as { code?: string }
    // What has no SQLSTATE never reached the server or never came back.
    throw !/^[0-9A-Z]{5}$/.test(code) || passing.test(code) ? new DatabaseUnavailable(error) : error
  }
}
