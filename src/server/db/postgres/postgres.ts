import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { seconds } from '../../clock.ts'
import { ConfigError } from '../../config.ts'
import { type Database, DatabaseUnavailable, locked, type Transaction } from '../database.ts'
import { migrate } from '../migrate.ts'
import { isAftermath, isClash, isDuplicate, translating } from './errors.ts'
import { GatheringSocket } from './gathering-socket.ts'
import { queries } from './queries.ts'

// Counts and counters are 64 bits wide on the server, and in fact far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** Nobody waits for the database for ever. Each of these can be set in the address, beside libpq's `sslmode`. */
const ourBounds = {
  max: 10,
  connectionTimeoutMillis: 3 * seconds,
  query_timeout: 6 * seconds,
}
/** These the server keeps. */
const itsBounds = {
  statement_timeout: 5 * seconds,
  lock_timeout: 4 * seconds,
  idle_in_transaction_session_timeout: 10 * seconds,
}

/**
 * A pool of connections to a server that any number of copies of us may share. Transactions are read committed; whoever
 * decides by what it reads locks the owner first, and what clashes all the same is run again.
 */
export async function openPostgres(url: string, { migrating = true } = {}): Promise<Database> {
  const address = new URL(url)
  const ours = take(address, ourBounds)
  const its = take(address, itsBounds)
  // A pooler that hands out a connection for each transaction loses what belongs to a connection: statements that were
  // prepared on it, and settings made when it was opened, with which it may not even let us in.
  const pooled = address.searchParams.get('prepare') === 'off'
  address.searchParams.delete('prepare')
  insistOnTrust(address)
  const server = {
    connectionString: address.href,
    application_name: 'inboard',
    keepAlive: true,
    pipeline: true,
    stream: () => new GatheringSocket(),
  }

  const { connectionTimeoutMillis } = ours
  if (migrating) await migratePatiently({ ...server, connectionTimeoutMillis })

  const pool = openPool({ ...server, ...ours, ...(!pooled && its) })
  try {
    // A pooler may have let us in to migrate, and still refuse connections that come with settings.
    await translating(pool.query('select 1'))
  } catch (error) {
    await pool.end()
    throw error
  }
  const settings = Object.entries(its).map(([name, value]) => `set local ${name} = ${value}`)
  const access = { pool, prepare: !pooled, begin: ['begin', ...(pooled ? settings : [])].join('; ') }
  const ask = queries(pool, access.prepare)
  const transaction: Database['transaction'] = (work) => runAgain(() => runOnce(access, work))
  return {
    description: `PostgreSQL, ${address.host}${address.pathname}`,
    ...ask,
    transaction,
    // Each statement is a transaction by itself, save where a transaction is needed to bound its time.
    write: {
      get: (...query) => (pooled ? transaction((tx) => tx.get(...query)) : runAgain(() => ask.get(...query))),
      run: (...query) => (pooled ? transaction((tx) => tx.run(...query)) : runAgain(() => ask.run(...query))),
    },
    close: () => pool.end(),
  }
}

/** Once connected, without the bounds: a migration takes as long as it takes, and the other copies wait for it. */
async function migratePatiently(server: pg.PoolConfig): Promise<void> {
  const pool = openPool({ ...server, max: 1 })
  try {
    await migrate((work) => runAgain(() => runOnce({ pool, prepare: false, begin: 'begin' }, work)))
  } finally {
    await pool.end()
  }
}

/** The driver verifies the server by any of these names today, and says that one day it will not. */
function insistOnTrust({ searchParams }: URL): void {
  const weak = /^(?:prefer|require|verify-ca)$/.test(searchParams.get('sslmode') ?? '')
  if (weak && !searchParams.has('uselibpqcompat')) searchParams.set('sslmode', 'verify-full')
}

/** Numbers that the address gives instead of the usual ones. They are ours to understand, so they go. */
function take<Bounds extends Record<string, number>>(address: URL, usual: Bounds): Bounds {
  const taken = Object.entries(usual).map(([name, number]) => {
    const given = address.searchParams.get(name)
    address.searchParams.delete(name)
    if (given !== null && !/^\d{1,9}$/.test(given)) {
      throw new ConfigError([`DATABASE_URL must have a whole number for "${name}"; it is "${given}".`])
    }
    return [name, given === null ? number : Number(given)]
  })
  return Object.fromEntries(taken)
}

function openPool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(options)
  // A connection that breaks fails whoever waits for it, and is replaced when the next one is needed. In use or not, it
  // also says so by an event, to which nobody listening would be the end of the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

const mostAttempts = 8

async function runAgain<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (!isClash(error)) throw error
      // Whoever inserts the same again and again, with nobody in the way any more, is mistaken.
      if (attempt === mostAttempts) throw isDuplicate(error) ? error : new DatabaseUnavailable(error)
      await pause(Math.random() * 10 * attempt)
    }
  }
}

interface Access {
  pool: pg.Pool
  prepare: boolean
  begin: string
}

async function runOnce<Result>(
  { pool, prepare, begin }: Access,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  // It throws at once where the address names a file that cannot be read.
  const client = await translating(Promise.try(() => pool.connect()))
  const asked: Promise<unknown>[] = []
  /** Who does not await it may not have seen it fail. */
  const watch = <Answer>(query: Promise<Answer>) => {
    query.catch(() => {})
    asked.push(query)
    return query
  }
  const { get, all, json, run } = queries(client, prepare)
  const tx: Transaction = {
    get: (...query) => watch(get(...query)),
    all: (...query) => watch(all(...query)),
    json:
      (schema) =>
      (...query) =>
        watch(json(schema)(...query)),
    run: (...query) => watch(run(...query)),
    lockOwner: (ownerId) => watch(get`select ${locked(ownerId)} as id`),
    lockSchema: () => watch(get`select pg_advisory_xact_lock(${schemaLock})`),
    script: (sql) => watch(translating(client.query(toPostgres(sql)))),
  }
  let broken = false
  try {
    // Not waited for: it travels with the first queries of the work.
    watch(translating(client.query(begin)))
    const result = await work(tx)
    watch(translating(client.query('commit')))
    await Promise.all(asked)
    return result
  } catch (error) {
    const reason = isAftermath(error) ? await firstFailure(asked) : error
    // To hang up rolls back as well, and needs no answer from a server that may not give one.
    broken = reason instanceof DatabaseUnavailable || !(await succeeds(client.query('rollback')))
    throw reason
  } finally {
    client.release(broken)
  }
}

/** What comes after a query that failed fails because of it, and only the first one knows why. */
async function firstFailure(queries: Promise<unknown>[]): Promise<unknown> {
  for (const query of queries) {
    try {
      await query
    } catch (error) {
      return error
    }
  }
  return undefined
}

const succeeds = (query: Promise<unknown>) =>
  query.then(
    () => true,
    () => false,
  )

// Any number, but the same for every copy: "inboard" in ASCII, as far as it goes.
const schemaLock = 0x696e626f

/** Migrations are written for SQLite, with whose types these differ. */
const toPostgres = (sql: string) => sql.replaceAll(') strict;', ');').replaceAll(/\binteger\b/g, 'bigint')
