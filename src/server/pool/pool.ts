import { setTimeout as pause } from 'node:timers/promises'
import { type Clock, seconds } from '../clock.ts'
import type { Config } from '../config.ts'
import { type Database, DatabaseUnavailable } from '../db/database.ts'
import type { Done } from '../feed/write.ts'
import { fail } from '../problems.ts'
import { budgetsFor } from './budget.ts'
import { ownerOf, Stopped, type Task, Worker } from './worker.ts'

interface Parts {
  config: Config
  db: Database
  clock: Clock
  onError(error: unknown): void
  /** In place of the usual ones. */
  budgets?: ReturnType<typeof budgetsFor>
}

/** In milliseconds: for how long an agent rests between two things that it writes. Its worker can do nothing else meanwhile. */
const longestRest = 1 * seconds

interface Waiting extends Task {
  isWrite: boolean
  /** Whether it needs the worker that may use the full budget. */
  isLarge: boolean
  resolve(done: Done<unknown>): void
  reject(error: unknown): void
}

/**
 * Two workers, for whatever takes the longer the more there is. Of each account one job is in work at a time, and then those of
 * others come first. One of the two may use the full budget; what is not large can have either.
 */
export class Pool {
  readonly #parts: Parts
  readonly #full: Worker
  readonly #part: Worker
  #waiting: Waiting[] = []
  readonly #inWork = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #lastLoan: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(parts: Parts) {
    this.#parts = parts
    const { full, part } = parts.budgets ?? budgetsFor(parts.config)
    const beside = { ...parts, lend: (ownerId: string) => this.#lend(ownerId) }
    this.#full = new Worker(beside, full)
    this.#part = new Worker(beside, part)
  }

  carryOut(task: Task & Pick<Waiting, 'isWrite' | 'isLarge'>): Promise<Done<unknown>> {
    if (this.#isClosed) throw new DatabaseUnavailable(new Error('The pool is closed.'))
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...task, resolve, reject })
      this.#goOn()
    })
  }

  #goOn(): void {
    for (const worker of [this.#part, this.#full]) {
      if (!worker.isFree) continue
      const next = this.#next(worker === this.#full)
      if (next) void this.#work(worker, next)
    }
  }

  /** The first that may begin: whose account has nothing in work, and need not rest before it writes. */
  #next(isFull: boolean): Waiting | undefined {
    this.#waiting = this.#waiting.filter((task) => !task.isGone() || this.#refuse(task))
    clearTimeout(this.#timer)
    let soonest = Number.POSITIVE_INFINITY
    for (const [index, task] of this.#waiting.entries()) {
      const ownerId = ownerOf(task.job)
      if ((task.isLarge && !isFull) || this.#inWork.has(ownerId)) continue
      const rest = task.isWrite ? this.#parts.db.lending.restOf(ownerId) : 0
      if (rest === 0) return this.#waiting.splice(index, 1)[0]
      soonest = Math.min(soonest, rest)
    }
    if (Number.isFinite(soonest)) this.#timer = setTimeout(() => this.#goOn(), soonest).unref()
    return undefined
  }

  /** Nobody hears of it. */
  #refuse({ reject }: Waiting): false {
    reject(fail('unavailable'))
    return false
  }

  async #work(worker: Worker, task: Waiting): Promise<void> {
    const ownerId = ownerOf(task.job)
    this.#inWork.add(ownerId)
    try {
      task.resolve(await worker.work(task))
    } catch (error) {
      const isForMore =
        error instanceof Stopped && error.reason === 'memory' && !error.mayBeDone && !task.isLarge
      if (isForMore) this.#waiting.unshift({ ...task, isLarge: true })
      else task.reject(error instanceof Stopped ? this.#verdict(task, error) : error)
    }
    this.#inWork.delete(ownerId)
    // Whatever else this account waits for comes after the others.
    this.#waiting = [
      ...this.#waiting.filter(({ job }) => ownerOf(job) !== ownerId),
      ...this.#waiting.filter(({ job }) => ownerOf(job) === ownerId),
    ]
    this.#goOn()
  }

  /** Clients give up what is too complex, and keep what is unavailable: so that is said of what they cannot make simpler. */
  #verdict({ job }: Waiting, stopped: Stopped): unknown {
    const isByInput = job.kind === 'agent' || ['searchCards', 'importFile'].includes(job.name)
    const isOver = stopped.reason === 'time' || stopped.reason === 'memory'
    if (isOver && isByInput && !stopped.mayBeDone) return fail('too_complex')
    return new DatabaseUnavailable(stopped)
  }

  /** The right to write, to one worker at a time. An account that would have to rest for long does not get it. */
  async #lend(ownerId: string): Promise<(() => void) | undefined> {
    const rest = this.#parts.db.lending.restOf(ownerId)
    if (rest > longestRest) return undefined
    await pause(rest)
    const { promise, resolve } = Promise.withResolvers<void>()
    const before = this.#lastLoan
    this.#lastLoan = promise
    await before
    const giveBack = await this.#parts.db.lending.lend(ownerId).catch((error) => {
      resolve()
      throw error
    })
    return () => {
      giveBack()
      resolve()
    }
  }

  /** To be called when nobody waits for anything any more. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await Promise.all([this.#full.close(), this.#part.close()])
  }
}
