import { type Counter, lowerCounter, makeCounter, nothing } from '../counters.ts'
import type { About, Change, ChangeListener, Database, Reader, Size, Transaction } from '../database.ts'
import { KeyedMutex } from '../keyed-mutex.ts'
import { forbidding, newestOf, type OnMigrated, readMigrations, refuseForbidding } from '../migrate.ts'
import { WriteLeases } from '../write-leases.ts'
import { findNewsByShard, makeOwner } from './citus.ts'
import { translating } from './errors.ts'
import { queries } from './queries.ts'
import { lockSchemaAndWriters, migratePatiently } from './schema.ts'
import { describePostgres, openPool, readTarget } from './target.ts'
import { runAgain, runOnce } from './transactions.ts'

/**
 * A pool of connections to a server that any number of instances may share. Transactions are read committed:
 * decisions based on reads are made under the owner's lock, and transactions that clash anyway are retried.
 */
export async function openPostgres(
  url: string,
  { migrating = true, migrations = readMigrations('postgres'), onMigrated = (() => {}) as OnMigrated } = {},
): Promise<Database> {
  const { server, ours, its, pooled } = readTarget(url)
  if (migrating) await migratePatiently(url, migrations, onMigrated)
  const pool = openPool({ ...server, ...ours, ...(!pooled && its) })
  try {
    // A pooler may have accepted the connection for migrating, and still refuse connections with settings.
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
  const notify: ChangeListener = (ownerId, seq, about) => {
    if (seq > 0) for (const listener of listeners) listener(ownerId, seq, about)
  }
  // Concurrent changes of one owner would wait for the lock, each holding a connection that others need.
  const owners = new KeyedMutex()

  /**
   * Serialises an owner's transactions, with the counter's row as their lock. The statement that locks it also reads the
   * newest migration, which keeps a migration from starting before the transaction ends. It writes, because a cluster's
   * node would release the lock of `select for update` before the coordinator has committed the work done under it.
   *
   * The queries that follow are sent before we know whether the row exists. If it doesn't, it is created and the
   * transaction is retried.
   */
  const withCounter = async <Result>(
    ownerId: string,
    adds: Size & { numbers: number },
    work: (tx: Transaction, counter: Promise<Counter | undefined>) => Promise<Result>,
  ): Promise<Result> => {
    let isMade = false
    const lock = async (db: Reader) => {
      const counter = await db.get<Counter & { applied: string }>`
        update counters set seq = seq + ${adds.numbers}, cards = cards + ${adds.cards}, bytes = bytes + ${adds.bytes}
        where owner_id = ${ownerId}
        returning seq, cards, bytes, (select max(name) from migrations) as applied`
      if (!counter && !isMade) throw new NoCounter()
      if (counter && counter.applied > newest) await refuseTooNew(db)
      return counter
    }
    const attempt = () => runOnce(access, lock, work)
    return await owners.take(ownerId, () =>
      runAgain(async () => {
        try {
          return await attempt()
        } catch (error) {
          if (!(error instanceof NoCounter)) throw error
          await makeOwner(ask, ownerId)
          await makeCounter(ask, ownerId)
          isMade = true
          return await attempt()
        }
      }),
    )
  }

  // Locks concern one owner only, but everybody shares the machine.
  const leases = new WriteLeases((took) => 2 * took)

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
    async change(ownerId, work, adds = nothing) {
      let taken = 0
      let about: About | undefined
      const result = await withCounter(ownerId, { numbers: 1, ...adds }, async (tx, counter) => {
        let isKept = true
        const giveBack = () => {
          isKept = false
          return lowerCounter(tx, ownerId, adds)
        }
        const seq = counter.then((found) => found?.seq ?? 0)
        const size = counter.then((found) => found ?? nothing)
        // If nobody awaits them, a failure still surfaces in the change as a whole.
        for (const promise of [seq, size]) promise.catch(() => {})
        const change: Change = { ...tx, ownerId, seq, size, giveBack }
        const done = await work(change)
        taken = isKept ? await seq : 0
        about = change.about
        return done
      })
      notify(ownerId, taken, about)
      return result
    },
    hold: (ownerId, work) =>
      withCounter(ownerId, { numbers: 0, ...nothing }, (tx) => work({ ...tx, ownerId })),
    onChange: (listener) => listeners.push(listener),
    notify,
    leasing: {
      backOffOf: (ownerId) => leases.backOffOf(ownerId),
      async lease(ownerId) {
        const end = leases.begin(ownerId)
        return () => {
          end()
          leases.othersWroteAt = performance.now()
        }
      },
    },
    othersMayHaveWritten: () => true,
    news: findNewsByShard(ask),
    snapshot: (work) => runOnce(readingOnly, async () => {}, work),
    transaction: (work) => runAgain(() => runOnce(access, refuseTooNew, work)),
    exclusive: (work) => runAgain(() => runOnce(access, lockSchemaAndWriters, work)),
    close: () => pool.end(),
    [Symbol.asyncDispose]: () => pool.end(),
  }
}

/** Thrown at an owner's first change, when there is no counter yet. */
class NoCounter extends Error {}
