// The queue through which everything is written to an SQLite file. Start at `#commitAll`, which commits what waits.
import { statSync } from 'node:fs'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { seconds } from '../../common/clock.ts'
import { lowerCounter, makeCounter, nothing, raiseCounter } from '../counters.ts'
import {
  type About,
  type Change,
  type ChangeListener,
  DatabaseUnavailable,
  type Leasing,
  type Transaction,
} from '../database.ts'
import { forbidding, refuseForbidding } from '../migrate.ts'
import { WriteLeases } from '../write-leases.ts'
import { patience } from './files.ts'
import { isBusy, queries, translate } from './queries.ts'

/** Begins a write transaction as soon as no other process has one. */
export async function beginWhenFree(begin: StatementSync): Promise<void> {
  const end = performance.now() + patience
  for (;;) {
    try {
      begin.run()
      return
    } catch (error) {
      if (!isBusy(error) || performance.now() > end) throw error
      await pause(10)
    }
  }
}

interface Job {
  ownerId: string
  work(tx: Transaction): Promise<unknown>
  resolve(result: unknown): void
  reject(error: unknown): void
}

/** After so many rows, which take some milliseconds, a group is committed and others are served first. */
const rowsPerGroup = 1000
/** An account whose last job has changed more than this lets others go first. */
const manyRows = 100
/** So many of them are remembered. */
const maxHeavy = 1000

const longestBackOff = 30 * seconds

/**
 * Nobody else can write during a lease. With this back-off, at most one write in a hundred waits for 60 ms or
 * more.
 */
const backOffAfter = (took: number) => Math.min(took ** 2 / 4, longestBackOff)

/**
 * Round-robin over the owners: the first job of each, then the second of each, and so on. Those who have changed
 * many rows come last, and of these, whoever did so longest ago comes first.
 */
function roundRobin(jobs: Job[], heavy: ReadonlySet<string>): Job[] {
  const owners = Map.groupBy(jobs, ({ ownerId }) => ownerId)
  const last = [...heavy].flatMap((ownerId) => {
    const theirs = owners.get(ownerId)
    owners.delete(ownerId)
    return theirs ? [theirs] : []
  })
  const each = [...owners.values(), ...last]
  const longest = Math.max(0, ...each.map(({ length }) => length))
  return Array.from({ length: longest }, (_, round) => each.flatMap((theirs) => theirs[round] ?? [])).flat()
}

/** For a deleted account. */
const noCounter = { seq: 0, ...nothing }

/** The usual length of the write-ahead log in bytes. SQLite truncates it to this when it restarts the log. */
export const usualLog = 64 * 2 ** 20
/** How long writers wait for the running reads. */
const longestStop = 0.5 * seconds
const commitsBetween = 50

/**
 * Jobs that wait at the same time are committed together, each in its own savepoint, so that they share one
 * fsync. Nobody else writes meanwhile, so an owner needs no lock of their own.
 */
export class WriterQueue {
  readonly #connection: DatabaseSync
  readonly #file: string
  /** The newest migration that this program knows. */
  readonly #newest: string
  /** Rows changed in this group. */
  readonly #changed = { rows: 0 }
  readonly #transaction: Transaction
  readonly #begin: StatementSync
  readonly #commit: StatementSync
  readonly #save: StatementSync
  readonly #keep: StatementSync
  readonly #dataVersion: StatementSync
  readonly #checkpoint: StatementSync
  /** `data_version`, which changes when another connection commits: at the last check of the schema, and at the last poll. */
  #checkedVersion: unknown
  #polledVersion: unknown
  #waiting: Job[] = []
  /** The owners whose last job has changed many rows, the latest last. */
  readonly #heavy = new Set<string>()
  #committing: Promise<void> | undefined
  #isClosed = false
  #commits = 0
  /** The log may grow to this. Doubled after a failed attempt to shorten it: a read may take minutes, as that of a backup does. */
  #longestLog = usualLog
  readonly #listeners: ChangeListener[] = []
  readonly #leases = new WriteLeases(backOffAfter)
  /** Each grants a lease, and resolves when it is released. */
  readonly #leaseRequests: (() => Promise<void>)[] = []

  constructor(connection: DatabaseSync, file: string, newest: string) {
    this.#connection = connection
    this.#file = file
    this.#newest = newest
    this.#transaction = queries(connection, this.#changed)
    this.#begin = connection.prepare('begin immediate')
    this.#commit = connection.prepare('commit')
    this.#save = connection.prepare('savepoint job')
    this.#keep = connection.prepare('release job')
    this.#dataVersion = connection.prepare('pragma data_version')
    this.#checkpoint = connection.prepare('pragma wal_checkpoint(truncate)')
  }

  onChange(listener: ChangeListener): void {
    this.#listeners.push(listener)
  }

  notify(...[ownerId, seq, about]: Parameters<ChangeListener>): void {
    if (seq > 0) for (const listener of this.#listeners) listener(ownerId, seq, about)
  }

  /** See `Database.change`. */
  async change<Result>(
    ownerId: string,
    work: (change: Change) => Promise<Result>,
    adds = nothing,
  ): Promise<Result> {
    /** 0 if it was given back. */
    let taken = 0
    let about: About | undefined
    const result = await this.transaction(async (tx) => {
      let counter = await raiseCounter(tx, ownerId, adds)
      if (!counter && (await makeCounter(tx, ownerId)) > 0) counter = await raiseCounter(tx, ownerId, adds)
      taken = counter?.seq ?? 0
      const change: Change = {
        ...tx,
        ownerId,
        seq: Promise.resolve(taken),
        size: Promise.resolve(counter ?? noCounter),
        giveBack() {
          taken = 0
          return lowerCounter(tx, ownerId, adds)
        },
      }
      const done = await work(change)
      about = change.about
      return done
    }, ownerId)
    this.notify(ownerId, taken, about)
    return result
  }

  /** Resolves after the commit. */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>, ownerId = ''): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) throw new DatabaseUnavailable(new Error('The database is closed.'))
      this.#waiting.push({ ownerId, work, resolve: resolve as Job['resolve'], reject })
      this.#committing ??= this.#commitAll()
    })
  }

  /** Leases the right to write to one worker at a time. */
  readonly leasing: Leasing = {
    backOffOf: (ownerId) => this.#leases.backOffOf(ownerId),
    lease: (ownerId) => {
      const { promise: granted, resolve: grant } = Promise.withResolvers<() => void>()
      this.#leaseRequests.push(() => {
        const { promise: released, resolve: release } = Promise.withResolvers<void>()
        const end = this.#leases.begin(ownerId)
        grant(() => {
          end()
          // Others had to wait during the lease.
          if (this.#waiting.length > 0) this.#leases.othersWroteAt = performance.now()
          release()
        })
        return released
      })
      this.#committing ??= this.#commitAll()
      return granted
    },
  }

  /** True if another connection has committed since the last call. */
  othersHaveWritten(): boolean {
    const before = this.#polledVersion
    this.#polledVersion = this.#dataVersion.get()?.data_version
    return this.#polledVersion !== before
  }

  /** Finishes all queued work and refuses new: a batch continues even if its client has disconnected. */
  async close(): Promise<void> {
    while (this.#committing) await this.#committing
    this.#isClosed = true
  }

  async #commitAll(): Promise<void> {
    // Lets every request that has arrived by now join the first group.
    await new Promise(setImmediate)
    while (this.#waiting.length > 0 || this.#leaseRequests.length > 0) {
      const group = this.#heavy.size > 0 ? roundRobin(this.#waiting, this.#heavy) : this.#waiting
      this.#waiting = []
      if (group.length > 0) await this.#commitTogether(group)
      if (++this.#commits % commitsBetween === 0) await this.#shortenLog()
      await this.#leaseRequests.shift()?.()
    }
    this.#committing = undefined
  }

  /** Commits as many jobs as fit into a group, and requeues the others. */
  async #commitTogether(group: Job[]): Promise<void> {
    const reports: (() => void)[] = []
    this.#changed.rows = 0
    this.#leases.othersWroteAt = performance.now()
    try {
      // An earlier fault may have left a transaction open.
      if (this.#connection.isTransaction) this.#connection.exec('rollback')
      await beginWhenFree(this.#begin)
      // Another connection may have migrated the database. None can before the end of this transaction.
      const version = this.#dataVersion.get()?.data_version
      if (version !== this.#checkedVersion)
        refuseForbidding(await forbidding(this.#transaction, this.#newest))
      this.#checkedVersion = version
      for (const [index, job] of group.entries()) {
        const before = this.#changed.rows
        reports.push(await this.#perform(job))
        this.#weigh(job.ownerId, this.#changed.rows - before)
        if (this.#changed.rows < rowsPerGroup) continue
        this.#waiting = roundRobin([...group.splice(index + 1), ...this.#waiting], this.#heavy)
        break
      }
      this.#commit.run()
    } catch (error) {
      for (const job of group) job.reject(translate(error))
      // If this fails, the next group tries again, and reports the reason.
      if (this.#connection.isTransaction) attempt(() => this.#connection.exec('rollback'))
      return
    }
    // Only now, and for failed jobs too: what they saw of the jobs before them holds only if it is committed.
    for (const report of reports) report()
    // More is queued than fits into a group, so other work goes first.
    if (this.#waiting.length > 0) await new Promise(setImmediate)
  }

  #weigh(ownerId: string, rows: number): void {
    this.#heavy.delete(ownerId)
    if (rows > manyRows) this.#heavy.add(ownerId)
    const [longestAgo = ''] = this.#heavy
    if (this.#heavy.size > maxHeavy) this.#heavy.delete(longestAgo)
  }

  /** Resolves to a function that reports the outcome. Throws if the whole group is lost. */
  async #perform(job: Job): Promise<() => void> {
    let result: unknown
    this.#save.run()
    try {
      result = await job.work(this.#transaction)
    } catch (error) {
      // A full disk can make SQLite roll back the whole transaction.
      if (!this.#connection.isTransaction) throw error
      this.#connection.exec('rollback to job; release job')
      return () => job.reject(translate(error))
    }
    this.#keep.run()
    return () => job.resolve(result)
  }

  /**
   * Keeps the write-ahead log from growing indefinitely. SQLite restarts the log once all of it has been copied
   * to the database and nobody reads from it. If reads by a worker or a second instance overlap all the time,
   * that never happens by itself. So once the log is too long, writers wait for the running reads to end.
   */
  async #shortenLog(): Promise<void> {
    const length = attempt(() => sizeOf(`${this.#file}-wal`)) ?? 0
    if (length <= usualLog) this.#longestLog = usualLog
    if (length <= this.#longestLog) return
    const end = performance.now() + longestStop
    while (performance.now() < end) {
      if (attempt(() => this.#checkpoint.get())?.busy === 0) return
      await pause(2)
    }
    this.#longestLog = 2 * length
  }
}

/** Undefined if it fails: the disk may be full, or the log unreadable, which the next commit reports. */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

export const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0
