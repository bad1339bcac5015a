import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { seconds } from '../../clock.ts'
import type { Transaction } from '../database.ts'
import { isBusy, queries, translate } from './queries.ts'
import type { Snapshot } from './snapshot.ts'

/** For another program that holds the file for a moment: a second copy of us that starts, a backup. */
export const patience = 2 * seconds

interface Job {
  run(): Promise<void>
  succeed(): void
  fail(error: unknown): void
}

/** Writers queue; those that wait together commit together, each in a savepoint of its own: one fsync serves them all. */
export class WriterQueue {
  readonly #connection: DatabaseSync
  readonly #snapshot: Snapshot
  readonly #transaction: Transaction
  readonly #begin: StatementSync
  readonly #commit: StatementSync
  readonly #save: StatementSync
  readonly #keep: StatementSync
  #waiting: Job[] = []
  #committing: Promise<void> | undefined
  /** A query of the present job that did, whether anyone waits for it or not. */
  #failed: Promise<unknown> | undefined

  constructor(connection: DatabaseSync, snapshot: Snapshot) {
    this.#connection = connection
    this.#snapshot = snapshot
    this.#begin = connection.prepare('begin immediate')
    this.#commit = connection.prepare('commit')
    this.#save = connection.prepare('savepoint job')
    this.#keep = connection.prepare('release job')
    const { get, all, json, run } = queries(connection)
    // Writers are alone here already.
    this.#transaction = {
      get: (...query) => this.#watch(get(...query)),
      all: (...query) => this.#watch(all(...query)),
      json:
        (schema) =>
        (...query) =>
          this.#watch(json(schema)(...query)),
      run: (...query) => this.#watch(run(...query)),
      lockOwner: async () => {},
      lockSchema: async () => {},
      script: async (sql) => connection.exec(sql),
    }
  }

  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      let result: Result
      this.#waiting.push({
        run: async () => {
          this.#failed = undefined
          result = await work(this.#transaction)
          await this.#failed
        },
        succeed: () => resolve(result),
        fail: reject,
      })
      this.#committing ??= this.#commitAll()
    })
  }

  async idle(): Promise<void> {
    while (this.#committing) await this.#committing
  }

  #watch<Result>(query: Promise<Result>): Promise<Result> {
    query.catch(() => {
      this.#failed ??= query
    })
    return query
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
    const done: Job[] = []
    try {
      await this.#beginPatiently()
      for (const job of group) if (await this.#runAlone(job)) done.push(job)
      // Whoever has written reads what they wrote.
      this.#snapshot.release()
      this.#commit.run()
    } catch (error) {
      if (this.#connection.isTransaction) this.#connection.exec('rollback')
      // Those that had failed by themselves have their answer; to fail twice does nothing.
      for (const job of group) job.fail(translate(error))
      return
    }
    for (const job of done) job.succeed()
  }

  async #beginPatiently(): Promise<void> {
    const end = performance.now() + patience
    for (;;) {
      try {
        this.#begin.run()
        return
      } catch (error) {
        if (!isBusy(error) || performance.now() > end) throw error
        await pause(10)
      }
    }
  }

  /** Whether it succeeded. Throws if the whole group is lost. */
  async #runAlone(job: Job): Promise<boolean> {
    this.#save.run()
    try {
      await job.run()
    } catch (error) {
      // A full disk can make SQLite roll back everything at once.
      if (!this.#connection.isTransaction) throw error
      this.#connection.exec('rollback to job; release job')
      job.fail(translate(error))
      return false
    }
    this.#keep.run()
    return true
  }
}
