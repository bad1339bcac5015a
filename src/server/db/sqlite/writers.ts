import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { lockCounter, lowerCounter, nothing, raiseCounter, raiseKnownCounter } from '../counters.ts'
import type { Change, ChangeListener, Held, Size, Transaction } from '../database.ts'
import { forbidding, refuseForbidding } from '../migrate.ts'
import { beginWhenFree } from './begin.ts'
import { translate } from './errors.ts'
import { queries } from './queries.ts'
import type { Snapshot } from './snapshot.ts'

interface Job {
  run(): Promise<void>
  succeed(): void
  fail(error: unknown): void
}

/** Of an account that is gone. */
const noCounter = { seq: 0, ...nothing }

/**
 * Writers queue. Those that wait at the same time are committed together, each in a savepoint of its own, so that one
 * fsync serves them all. Nobody else writes meanwhile, so an owner's lock needs nothing more.
 */
export class WriterQueue {
  readonly #connection: DatabaseSync
  readonly #snapshot: Snapshot
  /** The newest migration that this program knows. */
  readonly #newest: string
  readonly #transaction: Transaction
  readonly #begin: StatementSync
  readonly #commit: StatementSync
  readonly #save: StatementSync
  readonly #keep: StatementSync
  readonly #version: StatementSync
  #knownVersion: unknown
  #waiting: Job[] = []
  #committing: Promise<void> | undefined
  readonly #listeners: ChangeListener[] = []

  constructor(connection: DatabaseSync, snapshot: Snapshot, newest: string) {
    this.#connection = connection
    this.#snapshot = snapshot
    this.#newest = newest
    this.#transaction = queries(connection)
    this.#begin = connection.prepare('begin immediate')
    this.#commit = connection.prepare('commit')
    this.#save = connection.prepare('savepoint job')
    this.#keep = connection.prepare('release job')
    this.#version = connection.prepare('pragma data_version')
  }

  onChange(listener: ChangeListener): void {
    this.#listeners.push(listener)
  }

  /** Whether another connection has, since this was last asked: the number is none of the file, but of this connection. */
  othersHaveWritten(): boolean {
    const version = this.#version.get()?.data_version
    const isNew = version !== this.#knownVersion
    this.#knownVersion = version
    return isNew
  }

  change<Result>(
    ownerId: string,
    work: (change: Change) => Promise<Result>,
    adds: Size = nothing,
  ): Promise<Result> {
    /** 0 if it is given back. */
    let taken = 0
    const raiseAndWork = async (tx: Transaction) => {
      const raised =
        (await raiseKnownCounter(tx, ownerId, adds)) ?? (await raiseCounter(tx, ownerId, adds)) ?? noCounter
      taken = raised.seq
      const giveBack = () => {
        taken = 0
        return lowerCounter(tx, ownerId, adds)
      }
      const [seq, size] = [Promise.resolve(taken), Promise.resolve(raised)]
      return await work({ ...tx, ownerId, seq, size, giveBack })
    }
    return this.#queue(raiseAndWork, () => {
      if (taken > 0) for (const listener of this.#listeners) listener(ownerId, taken)
    })
  }

  hold<Result>(ownerId: string, work: (held: Held) => Promise<Result>): Promise<Result> {
    return this.transaction(async (tx) => {
      await lockCounter(tx, ownerId)
      return await work({ ...tx, ownerId })
    })
  }

  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.#queue(work, () => {})
  }

  #queue<Result>(work: (tx: Transaction) => Promise<Result>, committed: () => void): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      let result: Result
      this.#waiting.push({
        run: async () => {
          result = await work(this.#transaction)
        },
        succeed: () => {
          resolve(result)
          committed()
        },
        fail: reject,
      })
      this.#committing ??= this.#commitAll()
    })
  }

  async idle(): Promise<void> {
    while (this.#committing) await this.#committing
  }

  async #commitAll(): Promise<void> {
    // Let every request that has arrived by now join the first group.
    await new Promise(setImmediate)
    while (this.#waiting.length > 0) {
      const group = this.#waiting
      this.#waiting = []
      await this.#commitTogether(group)
    }
    this.#committing = undefined
  }

  async #commitTogether(group: Job[]): Promise<void> {
    const outcomes: (() => void)[] = []
    try {
      await beginWhenFree(() => this.#begin.run())
      refuseForbidding(await forbidding(this.#transaction, this.#newest))
      for (const job of group) outcomes.push(await this.#runAlone(job))
      // The next read must see what is committed now.
      this.#snapshot.release()
      this.#commit.run()
    } catch (error) {
      if (this.#connection.isTransaction) this.#connection.exec('rollback')
      for (const job of group) job.fail(translate(error))
      return
    }
    // Only now, those that failed included: what they saw of the jobs before them is true only if it is committed.
    for (const tell of outcomes) tell()
  }

  /** Resolves to what is to be told once the group is committed. Throws if the whole group is lost. */
  async #runAlone(job: Job): Promise<() => void> {
    this.#save.run()
    try {
      await job.run()
    } catch (error) {
      // A full disk can make SQLite roll back the whole transaction by itself.
      if (!this.#connection.isTransaction) throw error
      this.#connection.exec('rollback to job; release job')
      return () => job.fail(translate(error))
    }
    this.#keep.run()
    return () => job.succeed()
  }
}
