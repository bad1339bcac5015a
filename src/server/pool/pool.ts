/** The queue in front of the workers (worker.ts). Which requests get here is decided in offload.ts. */
import { setTimeout as pause } from 'node:timers/promises'
import { type Clock, seconds } from '../common/clock.ts'
import { fail } from '../common/problems.ts'
import type { Config } from '../config/config.ts'
import { type Database, DatabaseUnavailable } from '../db/database.ts'
import type { Done } from '../writes/write.ts'
import { type Job, ownerOf } from './messages.ts'
import { type Budget, budgetFor, Stopped, type Task, Worker } from './worker.ts'

interface Parts {
  config: Config
  db: Database
  clock: Clock
  onError(error: unknown): void
  /** Replaces the default budget. */
  budget?: Budget
}

interface Waiting extends Task {
  resolve(done: Done<unknown>): void
  reject(error: unknown): void
}

const backOffAfterStop = 1 * seconds
/** The sum of all pauses in a job. */
const longestPause = 2 * seconds

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
  /**
   * Accounts whose job was stopped together with its worker, which costs a new process. They back off until
   * this time.
   */
  readonly #backOffs = new Map<string, number>()
  /** How long a job has paused before its writes, in milliseconds. */
  readonly #paused = new WeakMap<Job, number>()
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(parts: Parts) {
    this.#parts = parts
    const budget = parts.budget ?? budgetFor(parts.config)
    const beside = { ...parts, lease: (task: Task) => this.#lease(task) }
    this.#workers = [new Worker(beside, budget), new Worker(beside, budget)]
  }

  run(task: Task): Promise<Done<unknown>> {
    if (this.#isClosed) throw new DatabaseUnavailable(new Error('The pool is closed.'))
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...task, resolve, reject })
      this.#startNext()
    })
  }

  #startNext(): void {
    this.#waiting = this.#waiting.filter((task) => !task.isGone() || this.#refuse(task))
    // Computed only once, so that every job found to be waiting also gets a timer, even if its back-off ends
    // a microsecond later.
    const backOffs = new Map(this.#waiting.map((task) => [task, this.#backOffOf(task)]))
    for (const worker of this.#workers) {
      const next = worker.isFree ? this.#next(backOffs) : undefined
      if (next) void this.#work(worker, next)
    }
    clearTimeout(this.#timer)
    const soonest = Math.min(...[...backOffs.values()].filter((backOff) => backOff > 0))
    if (Number.isFinite(soonest)) this.#timer = setTimeout(() => this.#startNext(), soonest).unref()
  }

  /** The first job that may start: its account has none running, and is not backing off. */
  #next(backOffs: ReadonlyMap<Waiting, number>): Waiting | undefined {
    const index = this.#waiting.findIndex(
      (task) => !this.#running.has(ownerOf(task.job)) && backOffs.get(task) === 0,
    )
    return index < 0 ? undefined : this.#waiting.splice(index, 1)[0]
  }

  #backOffOf({ job, isWrite }: Waiting): number {
    const ownerId = ownerOf(job)
    const backOff = Math.ceil((this.#backOffs.get(ownerId) ?? 0) - performance.now())
    return Math.max(0, backOff, isWrite ? this.#parts.db.leasing.backOffOf(ownerId) : 0)
  }

  #refuse({ reject }: Waiting): false {
    reject(fail('unavailable'))
    return false
  }

  async #work(worker: Worker, task: Waiting): Promise<void> {
    const ownerId = ownerOf(task.job)
    this.#running.add(ownerId)
    try {
      task.resolve(await worker.work(task))
    } catch (error) {
      task.reject(error instanceof Stopped ? this.#verdict(task, error) : error)
      if (error instanceof Stopped) this.#backOff(ownerId)
    }
    this.#running.delete(ownerId)
    // This account's other jobs go behind those of others.
    const isOwn = ({ job }: Waiting) => ownerOf(job) === ownerId
    this.#waiting = [...this.#waiting.filter((one) => !isOwn(one)), ...this.#waiting.filter(isOwn)]
    this.#startNext()
  }

  #backOff(ownerId: string): void {
    const now = performance.now()
    for (const [owner, until] of this.#backOffs) if (until <= now) this.#backOffs.delete(owner)
    this.#backOffs.set(ownerId, now + backOffAfterStop)
  }

  /**
   * Clients give up on `too_complex` and retry on `unavailable`. So the former is only for requests that the
   * client can simplify.
   */
  #verdict({ job }: Waiting, stopped: Stopped): unknown {
    if (stopped.reason !== 'gone') this.#parts.onError(stopped)
    const isByInput =
      job.kind === 'agent' || (job.kind === 'call' && ['searchCards', 'importFile'].includes(job.name))
    const isOver = stopped.reason === 'time' || stopped.reason === 'memory'
    return fail(isOver && isByInput && !stopped.mayBeDone ? 'too_complex' : 'unavailable')
  }

  /**
   * Leases the right to write. An agent may write several times in one job. Unless its account is small, it
   * backs off between writes. If that takes too long in total, the agent has to retry, because the worker is
   * blocked meanwhile.
   */
  async #lease({ job, isSmall }: Task): Promise<(() => void) | undefined> {
    const { leasing } = this.#parts.db
    const ownerId = ownerOf(job)
    if (isSmall) return await leasing.lease(ownerId)
    const backOff = leasing.backOffOf(ownerId)
    const paused = (this.#paused.get(job) ?? 0) + backOff
    this.#paused.set(job, paused)
    if (backOff > 0 && paused > longestPause) return undefined
    await pause(backOff)
    return leasing.backOffOf(ownerId) > 0 ? undefined : await leasing.lease(ownerId)
  }

  /** Call it when nobody waits for a job any more. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#waiting = this.#waiting.filter((task) => this.#refuse(task))
    await Promise.all(this.#workers.map((worker) => worker.close()))
  }
}
