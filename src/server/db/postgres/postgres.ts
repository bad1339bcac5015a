import pg from 'pg'
import { seconds } from '../../clock.ts'
import { ConfigError } from '../../config.ts'
import { type Counter, lockCounter, lowerCounter, nothing, raiseCounter } from '../counters.ts'
import type { Change, ChangeListener, Database, Reader, TextEdit } from '../database.ts'
import { Loans } from '../loans.ts'
import { type AlterSchema, forbidding, migrate, refuseForbidding } from '../migrate.ts'
import { type Migration, newestOf, readMigrations } from '../migrations.ts'
import { Turns } from '../turns.ts'
import { NextSeq } from '../values.ts'
import { hasChangedNothing, translating } from './errors.ts'
import { describePostgres, eachHost } from './hosts.ts'
import { type Queries, queries } from './queries.ts'
import { RovingPool } from './roving-pool.ts'
import { runAgain, runOnce } from './transactions.ts'

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
  const target = new URL(url)
  const ours = take(target, ourBounds)
  const its = take(target, itsBounds)
  refuseAttributes(target)
  // A pooler that hands out a connection for each transaction loses what belongs to a connection: prepared statements,
  // and settings made when it was opened. With such settings it may not even accept the connection.
  const pooled = target.searchParams.get('prepare') === 'off'
  target.searchParams.delete('prepare')
  insistOnTrust(target)
  const server = {
    hosts: eachHost(target.href).map(({ href }) => href),
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
  const readingOnly = {
    ...access,
    begin: access.begin.replace('begin', 'begin isolation level repeatable read read only'),
  }
  const ask = queries(pool, access.prepare)
  const newest = newestOf(migrations)
  const refuseTooNew = async (db: Reader) => refuseForbidding(await forbidding(db, newest))

  const listeners: ChangeListener[] = []
  const tell = (ownerId: string, seq: number) => {
    if (seq > 0) for (const listener of listeners) listener(ownerId, seq)
  }
  /** The counter's row is the owner's lock. */
  const fenced = (take: (db: Reader) => Promise<Counter | undefined>) => async (db: Reader) => {
    const counter = await take(db)
    if (counter && counter.applied > newest) await refuseTooNew(db)
    return counter
  }

  // Rows are locked for one owner alone, but the machine is everybody's.
  const loans = new Loans((took) => 2 * took)

  // Those of one owner would wait for each other's lock, each with a connection that others need.
  const turns = new Turns()

  const change: Database['change'] = async (ownerId, work, adds = nothing) => {
    const raise = fenced((db) => raiseCounter(db, ownerId, adds))
    let taken = 0
    const once = () =>
      runOnce(access, raise, async (tx, raised) => {
        let isKept = true
        const giveBack = () => {
          isKept = false
          return lowerCounter(tx, ownerId, adds)
        }
        const seq = raised.then((counter) => counter?.seq ?? 0)
        const size = raised.then((counter) => counter ?? nothing)
        // Whoever does not await them learns of a failure by the change as a whole.
        for (const promise of [seq, size]) promise.catch(() => {})
        const done = await work({ ...tx, ownerId, seq, size, giveBack })
        taken = isKept ? await seq : 0
        return done
      })
    const result = await turns.take(ownerId, () => runAgain(once))
    tell(ownerId, taken)
    return result
  }
  return {
    description: describePostgres(url),
    async measure() {
      const { bytes = Number.NaN } =
        (await ask.get<{ bytes: number }>`select pg_database_size(current_database()) as bytes`) ?? {}
      return { bytes }
    },
    poolUse: () => ({
      inUse: pool.totalCount - pool.idleCount,
      most: ours.max,
      waiting: pool.waitingCount,
    }),
    get: ask.get,
    all: ask.all,
    json: ask.json,
    shareReads: () => {},
    change,
    async changeOnce<Row extends object>(ownerId: string, work: ChangeOnce<Row>, edit?: TextEdit) {
      // Where the bounds are set by each transaction, it takes a transaction to bound its time.
      if (pooled && edit) return undefined
      if (pooled)
        return await change(ownerId, async (tx) => {
          const row = await work(tx, await tx.seq)
          if (!row) await tx.giveBack()
          return row
        })
      try {
        const once = () => work(ask, new NextSeq(ownerId, newest, edit))
        const row = await turns.take(ownerId, () => runAgain(once))
        tell(ownerId, (row as { seq?: number } | undefined)?.seq ?? 0)
        return row
      } catch (error) {
        if (hasChangedNothing(error)) return undefined
        throw error
      }
    },
    hold(ownerId, work) {
      const lock = fenced((db) => lockCounter(db, ownerId))
      const once = () => runOnce(access, lock, (tx) => work({ ...tx, ownerId }))
      return turns.take(ownerId, () => runAgain(once))
    },
    onChange: (listener) => listeners.push(listener),
    tell,
    lending: {
      restOf: (ownerId) => loans.restOf(ownerId),
      async lend(ownerId) {
        const end = loans.begin(ownerId)
        return () => {
          end()
          loans.othersWrite()
        }
      },
    },
    othersMayHaveWritten: () => true,
    snapshot: (work) => runOnce(readingOnly, async () => {}, work),
    transaction: (work) => runAgain(() => runOnce(access, refuseTooNew, work)),
    exclusive: (work) => runAgain(() => runOnce(access, lockSchemaAndWriters, work)),
    close: () => pool.end(),
  }
}

type ChangeOnce<Row> = (change: Pick<Change, 'get'>, seq: NextSeq | number) => Promise<Row | undefined>

/** Without the bounds, once connected: a migration takes as long as it takes, and the other instances wait for it. */
async function migratePatiently(server: Target, migrations: Migration[]): Promise<void> {
  const pool = openPool({ ...server, max: 1 })
  const access = { pool, prepare: false, begin: 'begin' }
  const alterSchema: AlterSchema = (work) =>
    runAgain(() =>
      runOnce(access, lockSchema, (tx, _locked, client) => {
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
const toPostgres = (sql: string) =>
  sql.replaceAll(/\) strict(?:, without rowid)?;/g, ');').replaceAll(/\binteger\b/g, 'bigint')

/** Today the driver verifies the server with any of these modes, but announces that this will change. */
function insistOnTrust({ searchParams }: URL): void {
  const weak = /^(?:prefer|require|verify-ca)$/.test(searchParams.get('sslmode') ?? '')
  if (weak && !searchParams.has('uselibpqcompat')) searchParams.set('sslmode', 'verify-full')
}

/** libpq's word for what we always need: a server that can be written. */
function refuseAttributes({ searchParams }: URL): void {
  const wanted = searchParams.get('target_session_attrs') ?? 'read-write'
  searchParams.delete('target_session_attrs')
  if (!['read-write', 'primary'].includes(wanted))
    throw new ConfigError([
      `DATABASE_URL says "target_session_attrs=${wanted}", but Inboard needs a server that it can write to: "read-write", which need not be said.`,
    ])
}

/** Takes our own parameters out of the URL, with the usual values where it gives none. */
function take<Bounds extends Record<string, number>>(url: URL, usual: Bounds): Bounds {
  const taken = Object.entries(usual).map(([name, number]) => {
    const given = url.searchParams.get(name)
    url.searchParams.delete(name)
    if (given !== null && !/^\d{1,9}$/.test(given)) {
      throw new ConfigError([`DATABASE_URL must have a whole number for "${name}"; it is "${given}".`])
    }
    return [name, given === null ? number : Number(given)]
  })
  return Object.fromEntries(taken)
}

interface Target extends pg.PoolConfig {
  /** A URL for each host. */
  hosts: string[]
}

function openPool({ hosts, ...options }: Target): pg.Pool {
  const [first = '', ...others] = hosts
  const pool =
    others.length > 0
      ? new RovingPool(options, [first, ...others])
      : new pg.Pool({ ...options, connectionString: first })
  // When a connection breaks, the query that waits for it fails, and the pool replaces it later. It also emits an
  // event, which would end the process if nobody listened.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
