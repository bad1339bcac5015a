// The queue through which everything is written to an SQLite file. Start at `#commitAll`, which commits what waits.
import { statSync } from 'node:fs'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { seconds } from '../../common/clock.ts'
import { lowerCounter, makeCounter, nothing, raiseCounter } from '../counters.ts'
import {
  type Change,
  type ChangeListener,
  DatabaseUnavailable,
  type Held,
  type Leasing,
  type Transaction,
} from '../database.ts'
import { forbidding, refuseForbidding } from '../migrate.ts'
import { WriteLeases } from '../write-leases.ts'
import { patience } from './files.ts'
import { isBusy, queries, translate } from './queries.ts'

/** Begins a write transaction as soon as no other process has one. */
export async function beginWhenFree(begin: () => void): Promise<void> {
  const end = performance.now() + patience
  for (;;) {
    try {
      begin()
      return
    } catch (error) {
      if (!isBusy(error) || performance.now() > end) throw error
      await pause(10)
    }
  }
}

/** A worker that waits for the write lease. */
interface LeaseRequest {
  /** Grants the lease. */
  grant(): void
  /** Resolves when the lease is released. */
  released: Promise<void>
}

interface Job {
  ownerId: string
  work(tx: Transaction): Promise<unknown>
  /** Called after the commit. */
  succeed(result: unknown): void
  fail(error: unknown): void
}

/**
 * After so many rows, which take a few milliseconds, a group is committed and others are served first.
 */
const rowsPerGroup = 1500

const longestBackOff = 30 * seconds

/**
 * Nobody else can write during a lease. With this back-off, at most one write in a hundred waits for 60 ms or
 * more.
 */
const backOffAfter = (took: number) => Math.min(took ** 2 / 4, longestBackOff)

/** Round-robin over the owners: the first job of each, then the second of each, and so on. */
function roundRobin(jobs: Job[]): Job[] {
  const each = [...Map.groupBy(jobs, ({ ownerId }) => ownerId).values()]
  const longest = Math.max(0, ...each.map(({ length }) => length))
  return Array.from({ length: longest }, (_, round) => each.flatMap((theirs) => theirs[round] ?? [])).flat()
}

/** For a deleted account. */
const noCounter = { seq: 0, ...nothing }

/**
 * Jobs that wait at the same time are committed together, each in its own savepoint, so that they share one
 * fsync. Nobody else writes meanwhile, so an owner needs no lock of their own.
 */
export class WriterQueue {
  readonly #connection: DatabaseSync
  /** Ends our own reads, so that the next read sees what was committed. */
  readonly #releaseReads: () => void
  readonly #log: WriteAheadLog
  /** The newest migration that this program knows. */
  readonly #newest: string
  readonly #transaction: Transaction
  readonly #begin: StatementSync
  readonly #commit: StatementSync
  readonly #save: StatementSync
  readonly #keep: StatementSync
  readonly #dataVersion: StatementSync
  /** The version of the data when the schema was last found fit, and at the last poll. */
  #checkedVersion: unknown
  #polledVersion: unknown
  /** Rows changed in this group. */
  #rows = 0
  #waiting: Job[] = []
  #committing: Promise<void> | undefined
  #isClosed = false
  readonly #listeners: ChangeListener[] = []
  readonly #leases = new WriteLeases(backOffAfter)
  readonly #leaseRequests: LeaseRequest[] = []

  constructor(connection: DatabaseSync, file: string, newest: string, releaseReads: () => void) {
    this.#connection = connection
    this.#releaseReads = releaseReads
    this.#log = new WriteAheadLog(file, connection)
    this.#newest = newest
    this.#transaction = queries(connection, undefined, (rows) => {
      this.#rows += rows
    })
    this.#begin = connection.prepare('begin immediate')
    this.#commit = connection.prepare('commit')
    this.#save = connection.prepare('savepoint job')
    this.#keep = connection.prepare('release job')
    this.#dataVersion = connection.prepare('pragma data_version')
  }

  onChange(listener: ChangeListener): void {
    this.#listeners.push(listener)
  }

  /** See `Database.change`. */
  change<Result>(
    ownerId: string,
    work: (change: Change) => Promise<Result>,
    adds = nothing,
  ): Promise<Result> {
    /** 0 if it was given back. */
    let taken = 0
    let placed: readonly string[] | undefined
    const takeNumber = (tx: Transaction) => raiseCounter(tx, ownerId, adds)
    return this.#queue(
      ownerId,
      async (tx) => {
        const counter =
          (await takeNumber(tx)) ??
          ((await makeCounter(tx, ownerId)) > 0 ? await takeNumber(tx) : undefined) ??
          noCounter
        taken = counter.seq
        const change: Change = {
          ...tx,
          ownerId,
          seq: Promise.resolve(taken),
          size: Promise.resolve(counter),
          giveBack() {
            taken = 0
            return lowerCounter(tx, ownerId, adds)
          },
        }
        const result = await work(change)
        placed = change.placed
        return result
      },
      () => this.notify(ownerId, taken, placed),
    )
  }

  notify(...[ownerId, seq, placed]: Parameters<ChangeListener>): void {
    if (seq > 0) for (const listener of this.#listeners) listener(ownerId, seq, placed)
  }

  hold<Result>(ownerId: string, work: (held: Held) => Promise<Result>): Promise<Result> {
    return this.#queue(ownerId, async (tx) => {
      await makeCounter(tx, ownerId)
      return await work({ ...tx, ownerId })
    })
  }

  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.#queue('', work)
  }

  /** Leases the right to write to one worker at a time. */
  readonly leasing: Leasing = {
    backOffOf: (ownerId) => this.#leases.backOffOf(ownerId),
    lease: async (ownerId) => {
      const { promise: granted, resolve: grant } = Promise.withResolvers<void>()
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      this.#leaseRequests.push({ grant, released })
      this.#wake()
      await granted
      const end = this.#leases.begin(ownerId)
      return () => {
        end()
        // Others had to wait during the lease.
        if (this.#waiting.length > 0) this.#leases.othersWrite()
        release()
      }
    },
  }

  /** True if another connection has committed since the last call. */
  othersHaveWritten(): boolean {
    const version = this.#version()
    const isNew = version !== this.#polledVersion
    this.#polledVersion = version
    return isNew
  }

  /** Changes when another connection commits, also one of another process. */
  #version(): unknown {
    return this.#dataVersion.get()?.data_version
  }

  #queue<Result>(
    ownerId: string,
    work: (tx: Transaction) => Promise<Result>,
    committed = () => {},
  ): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      if (this.#isClosed) throw new DatabaseUnavailable(new Error('The database is closed.'))
      const succeed = (result: unknown) => {
        resolve(result as Result)
        committed()
      }
      this.#waiting.push({ ownerId, work, succeed, fail: reject })
      this.#wake()
    })
  }

  #wake(): void {
    this.#committing ??= this.#commitAll()
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
      const group = this.#waiting
      this.#waiting = []
      if (group.length > 0) await this.#commitTogether(group)
      await this.#log.keepShort(this.#releaseReads)
      await this.#leaseToNext()
    }
    this.#committing = undefined
  }

  async #leaseToNext(): Promise<void> {
    const next = this.#leaseRequests.shift()
    next?.grant()
    await next?.released
  }

  /** Commits as many jobs as fit into a group, and requeues the others. */
  async #commitTogether(group: Job[]): Promise<void> {
    const outcomes: (() => void)[] = []
    this.#rows = 0
    this.#leases.othersWrite()
    try {
      this.#endTransaction()
      await beginWhenFree(() => this.#begin.run())
      await this.#refuseNewerSchema()
      for (const [index, job] of group.entries()) {
        outcomes.push(await this.#perform(job))
        if (this.#rows < rowsPerGroup) continue
        this.#waiting = roundRobin([...group.splice(index + 1), ...this.#waiting])
        break
      }
      this.#releaseReads()
      this.#commit.run()
    } catch (error) {
      for (const job of group) job.fail(translate(error))
      try {
        this.#endTransaction()
      } catch {
        // The next group retries, and reports the reason if it fails.
      }
      return
    }
    // Only now, and for failed jobs too: what they saw of the jobs before them holds only if it is committed.
    for (const report of outcomes) report()
    // More is queued than fits into a group, so other work goes first.
    if (this.#waiting.length > 0) await new Promise(setImmediate)
  }

  /** An earlier fault may have left a transaction open. */
  #endTransaction(): void {
    if (this.#connection.isTransaction) this.#connection.exec('rollback')
  }

  /**
   * Reads the schema's version again after another connection has committed, as a migration does. None can
   * follow before the end of this transaction.
   */
  async #refuseNewerSchema(): Promise<void> {
    const version = this.#version()
    if (version === this.#checkedVersion) return
    refuseForbidding(await forbidding(this.#transaction, this.#newest))
    this.#checkedVersion = version
  }

  /**
   * Resolves to a function that reports the outcome, to be called after the commit. Throws if the whole group
   * is lost.
   */
  async #perform(job: Job): Promise<() => void> {
    let result: unknown
    this.#save.run()
    try {
      result = await job.work(this.#transaction)
    } catch (error) {
      // A full disk can make SQLite roll back the whole transaction.
      if (!this.#connection.isTransaction) throw error
      this.#connection.exec('rollback to job; release job')
      return () => job.fail(translate(error))
    }
    this.#keep.run()
    return () => job.succeed(result)
  }
}

/** In bytes. SQLite truncates the log file to this size when it restarts the log. */
export const usualLog = 64 * 2 ** 20
/** How long writers wait for the running reads. */
const longestStop = 0.5 * seconds
const commitsBetween = 50

export const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/**
 * Keeps the write-ahead log from growing indefinitely. SQLite restarts the log once all of it has been copied
 * to the database and nobody reads from it. If reads by a worker or a second instance overlap all the time,
 * that never happens by itself. So once the log is too long, writers wait for the running reads to end.
 */
class WriteAheadLog {
  readonly #file: string
  readonly #checkpoint: StatementSync
  #commits = 0
  /** Doubled after a failed attempt: a read may take minutes, as that of a backup does. */
  #bound = usualLog

  constructor(file: string, connection: DatabaseSync) {
    this.#file = `${file}-wal`
    this.#checkpoint = connection.prepare('pragma wal_checkpoint(truncate)')
  }

  /** Call it after each commit, before the next begins. `release` ends our own reads. */
  async keepShort(release: () => void): Promise<void> {
    if (++this.#commits % commitsBetween > 0) return
    const size = this.#size()
    if (size <= usualLog) this.#bound = usualLog
    if (size <= this.#bound) return
    const end = performance.now() + longestStop
    do {
      release()
      if (this.#restart()) return
      await pause(2)
    } while (performance.now() < end)
    this.#bound = 2 * size
  }

  /** If the size can't be read, the log counts as short: no write waits, and the next call measures again. */
  #size(): number {
    try {
      return sizeOf(this.#file)
    } catch {
      return 0
    }
  }

  #restart(): boolean {
    try {
      return this.#checkpoint.get()?.busy === 0
    } catch {
      // The disk may be full. The next commit reports it.
      return false
    }
  }
}
