import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { seconds } from '../../common/clock.ts'
import { lowerCounter, makeCounter, nothing, raiseCounter, raiseSeq } from '../counters.ts'
import {
  type Change,
  type ChangeListener,
  DatabaseUnavailable,
  type Held,
  type Leasing,
  type Size,
  type Transaction,
} from '../database.ts'
import { forbidding, refuseForbidding } from '../migrate.ts'
import { WriteLeases } from '../write-leases.ts'
import { beginWhenFree } from './begin.ts'
import { translate } from './errors.ts'
import type { WriteAheadLog } from './log.ts'
import { queries } from './queries.ts'
import type { Snapshot } from './snapshot.ts'

/** A worker that waits for the write lease. */
interface LeaseRequest {
  /** Grants the lease. */
  grant(): void
  /** Resolves when the lease is released. */
  released: Promise<void>
}

interface Job {
  ownerId: string
  run(): Promise<void>
  succeed(): void
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
 * A queue of writers. Those that wait at the same time are committed together, each in its own savepoint, so
 * that they share one fsync. Nobody else writes meanwhile, so an owner needs no lock of their own.
 */
export class WriterQueue {
  readonly #connection: DatabaseSync
  readonly #snapshot: Snapshot
  readonly #log: WriteAheadLog
  /** The newest migration that this program knows. */
  readonly #newest: string
  readonly #transaction: Transaction
  readonly #begin: StatementSync
  readonly #commit: StatementSync
  readonly #save: StatementSync
  readonly #keep: StatementSync
  readonly #version: StatementSync
  #knownVersion: unknown
  /** Rows changed in this group. */
  #rows = 0
  #waiting: Job[] = []
  #committing: Promise<void> | undefined
  #isClosed = false
  readonly #listeners: ChangeListener[] = []
  readonly #leases = new WriteLeases(backOffAfter)
  readonly #leaseRequests: LeaseRequest[] = []

  constructor(connection: DatabaseSync, snapshot: Snapshot, log: WriteAheadLog, newest: string) {
    this.#connection = connection
    this.#snapshot = snapshot
    this.#log = log
    this.#newest = newest
    this.#transaction = queries(connection, undefined, (rows) => {
      this.#rows += rows
    })
    this.#begin = connection.prepare('begin immediate')
    this.#commit = connection.prepare('commit')
    this.#save = connection.prepare('savepoint job')
    this.#keep = connection.prepare('release job')
    this.#version = connection.prepare('pragma data_version')
  }

  onChange(listener: ChangeListener): void {
    this.#listeners.push(listener)
  }

  /** True if another connection has committed since the last call (`data_version` is per connection). */
  othersHaveWritten(): boolean {
    const version = this.#version.get()?.data_version
    const isNew = version !== this.#knownVersion
    this.#knownVersion = version
    return isNew
  }

  change<Result>(ownerId: string, work: (change: Change) => Promise<Result>, adds?: Size): Promise<Result> {
    /** 0 if it was given back. */
    let taken = 0
    let placed: readonly string[] | undefined
    const raiseAndWork = async (tx: Transaction) => {
      const raise = () => (adds ? raiseCounter(tx, ownerId, adds) : raiseSeq(tx, ownerId))
      let raised = await raise()
      if (!raised && (await makeCounter(tx, ownerId)) > 0) raised = await raise()
      raised ??= noCounter
      taken = raised.seq
      const giveBack = () => {
        taken = 0
        return lowerCounter(tx, ownerId, adds ?? nothing)
      }
      const [seq, size] = [Promise.resolve(taken), Promise.resolve({ ...nothing, ...raised })]
      const change: Change = { ...tx, ownerId, seq, size, giveBack }
      const done = await work(change)
      placed = change.placed
      return done
    }
    return this.#queue(ownerId, raiseAndWork, () => this.notify(ownerId, taken, placed))
  }

  notify(...[ownerId, seq, placed]: Parameters<ChangeListener>): void {
    if (seq > 0) for (const listener of this.#listeners) listener(ownerId, seq, placed)
  }

  hold<Result>(ownerId: string, work: (held: Held) => Promise<Result>): Promise<Result> {
    const holdAndWork = async (tx: Transaction) => {
      await makeCounter(tx, ownerId)
      return await work({ ...tx, ownerId })
    }
    return this.#queue(ownerId, holdAndWork, () => {})
  }

  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.#queue('', work, () => {})
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

  #queue<Result>(
    ownerId: string,
    work: (tx: Transaction) => Promise<Result>,
    committed: () => void,
  ): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      if (this.#isClosed) throw new DatabaseUnavailable(new Error('The database is closed.'))
      let result: Result
      this.#waiting.push({
        ownerId,
        run: async () => {
          result = await work(this.#transaction)
        },
        succeed: () => {
          resolve(result)
          committed()
        },
        fail: reject,
      })
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
      await this.#log.keepShort(() => this.#snapshot.release())
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
      refuseForbidding(await forbidding(this.#transaction, this.#newest))
      for (const [index, job] of group.entries()) {
        outcomes.push(await this.#runAlone(job))
        if (this.#rows < rowsPerGroup) continue
        this.#waiting = roundRobin([...group.splice(index + 1), ...this.#waiting])
        break
      }
      // The next read must see this commit.
      this.#snapshot.release()
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
    for (const notify of outcomes) notify()
    // More is queued than fits into a group, so other work goes first.
    if (this.#waiting.length > 0) await new Promise(setImmediate)
  }

  /** An earlier fault may have left a transaction open. */
  #endTransaction(): void {
    if (this.#connection.isTransaction) this.#connection.exec('rollback')
  }

  /**
   * Resolves to a function that reports the outcome, to be called after the commit. Throws if the whole group
   * is lost.
   */
  async #runAlone(job: Job): Promise<() => void> {
    this.#save.run()
    try {
      await job.run()
    } catch (error) {
      // A full disk can make SQLite roll back the whole transaction.
      if (!this.#connection.isTransaction) throw error
      this.#connection.exec('rollback to job; release job')
      return () => job.fail(translate(error))
    }
    this.#keep.run()
    return () => job.succeed()
  }
}
