import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { seconds } from '../../clock.ts'
import { ConfigError } from '../../config.ts'
import { type Database, DatabaseUnavailable, type Reader, type Transaction } from '../database.ts'
import { type AlterSchema, forbidding, migrate, refuseForbidding } from '../migrate.ts'
import { type Migration, newestOf, readMigrations } from '../migrations.ts'
import { OwnerLock } from '../values.ts'
import { isAftermath, isClash, isDuplicate, translating } from './errors.ts'
import { type Queries, queries } from './queries.ts'

// Counts and counters are 64 bits wide on the server, and in fact far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** No request waits for the database for ever. Each of these can be set in the URL, beside libpq's `sslmode`. */
const ourBounds = {
  max: 10,
  connectionTimeoutMillis: 3 * seconds,
  query_timeout: 6 * seconds,
}
/** Enforced by the PostgreSQL server. */
const itsBounds = {
  statement_timeout: 5 * seconds,
  lock_timeout: 4 * seconds,
  idle_in_transaction_session_timeout: 10 * seconds,
}

/**
 * A pool of connections to a server that any number of instances may share. Transactions are read committed: what is
 * decided by reading is decided under the owner's lock, and what clashes all the same is run again.
 */
export async function openPostgres(
  url: string,
  { migrating = true, migrations = readMigrations('postgres') } = {},
): Promise<Database> {
  const address = new URL(url)
  const ours = take(address, ourBounds)
  const its = take(address, itsBounds)
  // A pooler that hands out a connection for each transaction loses what belongs to a connection: prepared statements,
  // and settings made when it was opened. With such settings it may not even accept the connection.
  const pooled = address.searchParams.get('prepare') === 'off'
  address.searchParams.delete('prepare')
  insistOnTrust(address)
  const server = {
    connectionString: address.href,
    application_name: 'inboard',
    keepAlive: true,
    pipeline: true,
  }

  const { connectionTimeoutMillis } = ours
  if (migrating) await migratePatiently({ ...server, connectionTimeoutMillis }, migrations)

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
  const newest = newestOf(migrations)
  const refuseTooNew = async (db: Reader) => refuseForbidding(await forbidding(db, newest))

  const change: Database['change'] = (ownerId, work) => {
    const lock = async (db: Reader) => {
      const locked = await db.get<{ id: string | null }>`select ${new OwnerLock(ownerId, newest)} as id`
      if (!locked?.id) await refuseTooNew(db)
    }
    return runAgain(() => runOnce(access, lock, (tx) => work({ ...tx, ownerId })))
  }
  return {
    description: `PostgreSQL, ${address.host}${address.pathname}`,
    get: ask.get,
    all: ask.all,
    json: ask.json,
    shareReads: () => {},
    change,
    async changeOnce(ownerId, work) {
      const owner = new OwnerLock(ownerId, newest)
      // Where the bounds are set by each transaction, it takes a transaction to bound its time.
      if (pooled) return await change(ownerId, (tx) => work(tx, owner))
      const result = await runAgain(() => work(ask, owner))
      if (!result) await refuseTooNew(ask)
      return result
    },
    transaction: (work) => runAgain(() => runOnce(access, refuseTooNew, work)),
    exclusive: (work) => runAgain(() => runOnce(access, lockSchemaAndWriters, work)),
    close: () => pool.end(),
  }
}

/** Without the bounds, once connected: a migration takes as long as it takes, and the other instances wait for it. */
async function migratePatiently(server: pg.PoolConfig, migrations: Migration[]): Promise<void> {
  const pool = openPool({ ...server, max: 1 })
  const access = { pool, prepare: false, begin: 'begin' }
  const alterSchema: AlterSchema = (work) =>
    runAgain(() =>
      runOnce(access, lockSchema, (tx, client) => {
        const script = (sql: string) => translating(client.query(toPostgres(sql)))
        return work({ ...tx, script, lockWriters: () => lockWriters(tx) })
      }),
    )
  try {
    await migrate(alterSchema, migrations)
  } finally {
    await pool.end()
  }
}

// Any number, but the same for every instance: "inboard" in ASCII, as far as it goes.
const lockSchema = (db: Queries) => db.get`select pg_advisory_xact_lock(${0x696e626f})`

/** Every transaction that writes has read this table, and holds on to it until its end. */
const lockWriters = (db: Queries) => db.run`lock table migrations in access exclusive mode`

const lockSchemaAndWriters = (db: Queries) => Promise.all([lockSchema(db), lockWriters(db)])

/** Migrations are written for SQLite, whose types differ. */
const toPostgres = (sql: string) => sql.replaceAll(') strict;', ');').replaceAll(/\binteger\b/g, 'bigint')

/** Today the driver verifies the server with any of these modes, but announces that this will change. */
function insistOnTrust({ searchParams }: URL): void {
  const weak = /^(?:prefer|require|verify-ca)$/.test(searchParams.get('sslmode') ?? '')
  if (weak && !searchParams.has('uselibpqcompat')) searchParams.set('sslmode', 'verify-full')
}

/** Takes our own parameters out of the URL, with the usual values where it gives none. */
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
  // When a connection breaks, the query that waits for it fails, and the pool replaces it later. It also emits an
  // event, which would end the process if nobody listened.
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
      // One that still inserts a duplicate after all these attempts does not clash with anybody: it is a mistake.
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

/**
 * `guard` is asked first, pipelined with the first queries of the work, and may refuse before anything is committed.
 */
async function runOnce<Result>(
  { pool, prepare, begin }: Access,
  guard: (db: Queries) => Promise<unknown>,
  work: (tx: Transaction, client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  // It throws at once where the URL names a file that cannot be read.
  const client = await translating(Promise.try(() => pool.connect()))
  const sent: Promise<unknown>[] = []
  /** Its failure shows at the end, or in whatever fails because of it. */
  const send = <Answer>(query: Promise<Answer>) => {
    query.catch(() => {})
    sent.push(query)
    return query
  }
  const ask = queries(client, prepare)
  const tx: Transaction = { ...ask, send: (...query) => void send(ask.run(...query)) }
  let broken = false
  try {
    void send(translating(client.query(begin)))
    const guarded = send(guard(ask))
    const result = await work(tx, client)
    await guarded
    void send(translating(client.query('commit')))
    await Promise.all(sent)
    return result
  } catch (error) {
    const reason = isAftermath(error) ? await firstFailure(sent) : error
    // Closing the connection rolls back as well, and needs no answer from a server that may not give one.
    broken = reason instanceof DatabaseUnavailable || !(await succeeds(client.query('rollback')))
    throw reason
  } finally {
    client.release(broken)
  }
}

/** After a query has failed, those behind it in the transaction fail too. Only the first one says why. */
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
