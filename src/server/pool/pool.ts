/** Distributes jobs to the workers (worker.ts). Which requests get here is decided in offload.ts. */
import { setTimeout as pause } from 'node:timers/promises'
import { type Clock, seconds } from '../common/clock.ts'
import { fail } from '../common/problems.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import { KeyedMutex } from '../db/keyed-mutex.ts'
import { ownerOf } from './messages.ts'
import { Shared } from './shared.ts'
import { type Budget, budgetFor, type Task, Worker } from './worker.ts'

interface Parts {
  config: Config
  db: Database
  clock: Clock
  onError(error: unknown): void
  /** Replaces the default budget. */
  budget?: Budget
}

interface Work extends Task {
  /** True if it needs the write lease for sure. Agents request it if they need it. */
  isWrite?: boolean
  /** True if its account is small, so that its writes are short and need not back off. */
  isSmall?: boolean
}

/** The sum of all pauses in a job. */
const longestPause = 2 * seconds

/**
 * Two workers for everything that takes longer the more there is. Each account has one job running or waiting for
 * a worker at a time, so that each waits for one job of every other account at most.
 */
export class Pool {
  readonly #parts: Parts
  readonly #workers: readonly Worker[]
  readonly #shared: Shared<Worker>
  readonly #accounts = new KeyedMutex()
  readonly #writers = new KeyedMutex()
  #isClosed = false

  constructor(parts: Parts) {
    this.#parts = parts
    const budget = parts.budget ?? budgetFor(parts.config)
    this.#workers = [new Worker(parts, budget), new Worker(parts, budget)]
    this.#shared = new Shared(this.#workers)
  }

  /** Resolves to what the handler in the worker returns. */
  async run(work: Work): Promise<unknown> {
    const ownerId = ownerOf(work.job)
    const inTurn = () =>
      this.#accounts.take(ownerId, () => this.#shared.use((worker) => this.#work(worker, work, ownerId)))
    if (!work.isWrite) return await inTurn()
    // The account's other jobs don't wait for the back-off between its writes.
    return await this.#writers.take(ownerId, async () => {
      const { leasing } = this.#parts.db
      while (leasing.backOffOf(ownerId) > 0)
        await pause(leasing.backOffOf(ownerId), undefined, { ref: false })
      return await inTurn()
    })
  }

  async #work(worker: Worker, work: Work, ownerId: string): Promise<unknown> {
    if (this.#isClosed) throw fail('unavailable')
    let paused = 0

    /**
     * An agent may write several times in one job. Unless its account is small, it backs off between writes. If
     * that takes too long in total, the agent has to retry, because the worker is blocked meanwhile.
     */
    const lease = async (): Promise<(() => void) | undefined> => {
      const { leasing } = this.#parts.db
      const backOff = () => (work.isSmall ? 0 : leasing.backOffOf(ownerId))
      const due = backOff()
      if (due > longestPause - paused) return undefined
      paused += due
      await pause(due)
      // Others go on writing.
      if (backOff() > 0) return undefined
      return await leasing.lease(ownerId)
    }

    return await worker.work(work, lease)
  }

  /** Call it when nobody waits for a job any more. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#workers.map((worker) => worker.close()))
  }
}
