/** The queue in front of the workers (worker.ts). Which requests get here is decided in offload.ts. */
import { setTimeout as pause } from 'node:timers/promises'
import { type Clock, seconds } from '../common/clock.ts'
import { fail } from '../common/problems.ts'
import type { Config } from '../config/config.ts'
import { type Database, DatabaseUnavailable } from '../db/database.ts'
import { ownerOf } from './messages.ts'
import { type Budget, budgetFor, Stopped, type Task, Worker } from './worker.ts'

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

interface Waiting extends Work {
  ownerId: string
  /** How long it has paused before its writes, in milliseconds. */
  paused: number
  mayHaveWritten: boolean
  resolve(result: unknown): void
  reject(error: unknown): void
}

/** The sum of all pauses in a job. */
const longestPause = 2 * seconds
/** In milliseconds: how often to look whether a back-off has ended. */
const look = 20

/**
 * Two workers for everything that takes longer the more there is. Each account has one job running at a time,
 * and then the jobs of others go first.
 */
export class Pool {
  readonly #parts: Parts
  readonly #workers: readonly Worker[]
  #waiting: Waiting[] = []
  /** Accounts that have a job running. */
  readonly #running = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(parts: Parts) {
    this.#parts = parts
    const budget = parts.budget ?? budgetFor(parts.config)
    this.#workers = [new Worker(parts, budget), new Worker(parts, budget)]
  }

  /** Resolves to what the handler in the worker returns. */
  run(work: Work): Promise<unknown> {
    if (this.#isClosed) throw new DatabaseUnavailable(new Error('The pool is closed.'))
    const ownerId = ownerOf(work.job)
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...work, ownerId, paused: 0, mayHaveWritten: false, resolve, reject })
      this.#startNext()
    })
  }

  #startNext(): void {
    clearTimeout(this.#timer)
    for (const worker of this.#workers) {
      const next = worker.isFree ? this.#waiting.find((task) => this.#mayStart(task)) : undefined
      if (next) void this.#work(worker, next)
    }
    // Some may be waiting for the end of a back-off.
    if (this.#waiting.length > 0) this.#timer = setTimeout(() => this.#startNext(), look).unref()
  }

  #mayStart({ ownerId, isWrite }: Waiting): boolean {
    return !this.#running.has(ownerId) && !(isWrite && this.#parts.db.leasing.backOffOf(ownerId) > 0)
  }

  async #work(worker: Worker, task: Waiting): Promise<void> {
    const { ownerId } = task
    // This account's other jobs go behind those of others.
    const rest = this.#waiting.filter((one) => one !== task)
    const isOwn = (one: Waiting) => one.ownerId === ownerId
    this.#waiting = [...rest.filter((one) => !isOwn(one)), ...rest.filter(isOwn)]
    this.#running.add(ownerId)
    try {
      task.resolve(await worker.work(task, () => this.#lease(task)))
    } catch (error) {
      task.reject(error instanceof Stopped ? this.#verdict(task, error) : error)
    }
    this.#running.delete(ownerId)
    this.#startNext()
  }

  /**
   * Clients give up on `too_complex` and retry on `unavailable`. So the former is only for requests that the
   * client can simplify.
   */
  #verdict({ job, mayHaveWritten }: Waiting, stopped: Stopped): unknown {
    this.#parts.onError(stopped)
    const isByInput =
      job.kind === 'agent' || (job.kind === 'call' && ['searchCards', 'importFile'].includes(job.name))
    return fail(stopped.isOverBudget && isByInput && !mayHaveWritten ? 'too_complex' : 'unavailable')
  }

  /**
   * Leases the right to write. An agent may write several times in one job. Unless its account is small, it
   * backs off between writes. If that takes too long in total, the agent has to retry, because the worker is
   * blocked meanwhile.
   */
  async #lease(task: Waiting): Promise<(() => void) | undefined> {
    const { leasing } = this.#parts.db
    const backOff = () => (task.isSmall ? 0 : leasing.backOffOf(task.ownerId))
    const due = backOff()
    if (due > longestPause - task.paused) return undefined
    task.paused += due
    await pause(due)
    // Others go on writing.
    if (backOff() > 0) return undefined
    task.mayHaveWritten = true
    return await leasing.lease(task.ownerId)
  }

  /** Call it when nobody waits for a job any more. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const { reject } of this.#waiting) reject(fail('unavailable'))
    this.#waiting = []
    await Promise.all(this.#workers.map((worker) => worker.close()))
  }
}
