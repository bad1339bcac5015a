import { type Counter, lockCounter, lowerCounter, makeCounter, nothing, raiseCounter } from '../counters.ts'
import type { Change, ChangeListener, Database, Reader, TextEdit } from '../database.ts'
import { Loans } from '../loans.ts'
import { forbidding, refuseForbidding } from '../migrate.ts'
import { newestOf, readMigrations } from '../migrations.ts'
import { Turns } from '../turns.ts'
import { NextSeq } from '../values.ts'
import { hasChangedNothing, translating } from './errors.ts'
import { describePostgres } from './hosts.ts'
import { findNewsByShard } from './news.ts'
import { makeOwner } from './owners.ts'
import { queries } from './queries.ts'
import { lockSchemaAndWriters, migratePatiently } from './schema.ts'
import { openPool, readTarget } from './target.ts'
import { runAgain, runOnce } from './transactions.ts'

/**
 * A pool of connections to a server that any number of instances may share. Transactions are read committed: what is
 * decided by reading is decided under the owner's lock, and what clashes all the same is run again.
 */
export async function openPostgres(
  url: string,
  { migrating = true, migrations = readMigrations('postgres') } = {},
): Promise<Database> {
  const { server, ours, its, pooled } = readTarget(url)
  if (migrating) await migratePatiently(url, migrations)
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
  const tell: ChangeListener = (ownerId, seq, placed) => {
    if (seq > 0) for (const listener of listeners) listener(ownerId, seq, placed)
  }
  type Take = (db: Reader) => Promise<Counter | undefined>
  /**
   * Runs a transaction of an owner, one after the other. The counter's row is their lock. What follows is sent before it can be known that
   * there is no such row: then it is made, and all of it run again.
   */
  const counted = async <Result>(ownerId: string, take: Take, run: (guard: Take) => Promise<Result>) => {
    let isMade = false
    const guard: Take = async (db) => {
      const counter = await take(db)
      if (!counter && !isMade) throw new NoCounter()
      if (counter && counter.applied > newest) await refuseTooNew(db)
      return counter
    }
    return await turns.take(ownerId, () =>
      runAgain(async () => {
        try {
          return await run(guard)
        } catch (error) {
          if (!(error instanceof NoCounter)) throw error
          await makeOwner(ask, ownerId)
          await makeCounter(ask, ownerId)
          isMade = true
          return await run(guard)
        }
      }),
    )
  }

  // Rows are locked for one owner alone, but the machine is everybody's.
  const loans = new Loans((took) => 2 * took)

  // Those of one owner would wait for each other's lock, each with a connection that others need.
  const turns = new Turns()

  const change: Database['change'] = async (ownerId, work, adds = nothing) => {
    let taken = 0
    let placed: readonly string[] | undefined
    const raise: Take = (db) => raiseCounter(db, ownerId, adds)
    const result = await counted(ownerId, raise, (guard) =>
      runOnce(access, guard, async (tx, raised) => {
        let isKept = true
        const giveBack = () => {
          isKept = false
          return lowerCounter(tx, ownerId, adds)
        }
        const seq = raised.then((counter) => counter?.seq ?? 0)
        const size = raised.then((counter) => counter ?? nothing)
        // Whoever does not await them learns of a failure by the change as a whole.
        for (const promise of [seq, size]) promise.catch(() => {})
        const change: Change = { ...tx, ownerId, seq, size, giveBack }
        const done = await work(change)
        taken = isKept ? await seq : 0
        placed = change.placed
        return done
      }),
    )
    tell(ownerId, taken, placed)
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
      const lock: Take = (db) => lockCounter(db, ownerId)
      return counted(ownerId, lock, (guard) => runOnce(access, guard, (tx) => work({ ...tx, ownerId })))
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
    news: findNewsByShard(ask),
    snapshot: (work) => runOnce(readingOnly, async () => {}, work),
    transaction: (work) => runAgain(() => runOnce(access, refuseTooNew, work)),
    exclusive: (work) => runAgain(() => runOnce(access, lockSchemaAndWriters, work)),
    close: () => pool.end(),
  }
}

/** Whoever does something for the first time has no counter yet. */
class NoCounter extends Error {}

type ChangeOnce<Row> = (change: Pick<Change, 'get'>, seq: NextSeq | number) => Promise<Row | undefined>
