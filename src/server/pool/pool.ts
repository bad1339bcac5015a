import { setTimeout as pause } from 'node:timers/promises'
import { type Clock, seconds } from '../clock.ts'
import type { Config } from '../config.ts'
import { type Database, DatabaseUnavailable } from '../db/database.ts'
import type { Done } from '../feed/write.ts'
import { fail } from '../problems.ts'
import { budgetsFor } from './budget.ts'
import type { Job } from './messages.ts'
import { Seat } from './seat.ts'
import { ownerOf, Stopped, type Task } from './worker.ts'

interface Parts {
  config: Config
  db: Database
  clock: Clock
  onError(error: unknown): void
  /** In place of the usual ones. */
  budgets?: ReturnType<typeof budgetsFor>
}

interface Waiting extends Task {
  isWrite: boolean
  resolve(done: Done<unknown>): void
  reject(error: unknown): void
}

const restAfterEnd = 1 * seconds
/** Of all pauses in a job. */
const longestPause = 2 * seconds

/**
 * Two workers, for whatever takes the longer the more there is. Of each account one job is in work at a time, and then those of
 * others come first. One of the two may use the full budget; what is not large can have either.
 */
export class Pool {
  readonly #parts: Parts
  readonly #full: Seat
  readonly #part: Seat
  #waiting: Waiting[] = []
  readonly #inWork = new Set<string>()
  /** Accounts whose worker was ended with their job, which costs the machine a new one: until when they rest. */
  readonly #resting = new Map<string, number>()
  /** How long a job has waited before it wrote, in milliseconds. */
  readonly #paused = new WeakMap<Job, number>()
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(parts: Parts) {
    this.#parts = parts
    const { full, part } = parts.budgets ?? budgetsFor(parts.config)
    const beside = { ...parts, lend: (task: Task) => this.#lend(task) }
    this.#full = new Seat(beside, full)
    this.#part = new Seat(beside, part)
  }

  carryOut(task: Task & Pick<Waiting, 'isWrite'>): Promise<Done<unknown>> {
    if (this.#isClosed) throw new DatabaseUnavailable(new Error('The pool is closed.'))
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...task, resolve, reject })
      this.#goOn()
    })
  }

  #goOn(): void {
    this.#waiting = this.#waiting.filter((task) => !task.isGone() || this.#refuse(task))
    // Looked at once: whoever is found to rest now is woken, although it may have rested a microsecond later.
    const rests = new Map(this.#waiting.map((task) => [task, this.#restOf(task)]))
    for (const seat of [this.#part, this.#full]) {
      const next = seat.isFree ? this.#next(seat === this.#full, rests) : undefined
      if (next) void this.#work(seat, next)
    }
    clearTimeout(this.#timer)
    const soonest = Math.min(...[...rests.values()].filter((rest) => rest > 0))
    if (Number.isFinite(soonest)) this.#timer = setTimeout(() => this.#goOn(), soonest).unref()
  }

  /** The first that may begin: whose account has nothing in work, and need not rest. */
  #next(isFull: boolean, rests: ReadonlyMap<Waiting, number>): Waiting | undefined {
    const index = this.#waiting.findIndex(
      (task) =>
        (isFull || task.weight !== 'large') && !this.#inWork.has(ownerOf(task.job)) && rests.get(task) === 0,
    )
    return index < 0 ? undefined : this.#waiting.splice(index, 1)[0]
  }

  #restOf({ job, isWrite }: Waiting): number {
    const ownerId = ownerOf(job)
    const rest = Math.ceil((this.#resting.get(ownerId) ?? 0) - performance.now())
    return Math.max(0, rest, isWrite ? this.#parts.db.lending.restOf(ownerId) : 0)
  }

  #refuse({ reject }: Waiting): false {
    reject(fail('unavailable'))
    return false
  }

  async #work(seat: Seat, task: Waiting): Promise<void> {
    const ownerId = ownerOf(task.job)
    this.#inWork.add(ownerId)
    try {
      task.resolve(await seat.work(task))
    } catch (error) {
      const isForMore =
        error instanceof Stopped &&
        error.reason === 'memory' &&
        !error.mayBeDone &&
        task.weight !== 'large' &&
        !this.#isClosed
      if (isForMore) this.#waiting.unshift({ ...task, weight: 'large' })
      else task.reject(error instanceof Stopped ? this.#verdict(task, error) : error)
      if (error instanceof Stopped && !isForMore) this.#rest(ownerId)
    }
    this.#inWork.delete(ownerId)
    // Whatever else this account waits for comes after the others.
    this.#waiting = [
      ...this.#waiting.filter(({ job }) => ownerOf(job) !== ownerId),
      ...this.#waiting.filter(({ job }) => ownerOf(job) === ownerId),
    ]
    this.#goOn()
  }

  #rest(ownerId: string): void {
    const now = performance.now()
    for (const [resting, until] of this.#resting) if (until <= now) this.#resting.delete(resting)
    this.#resting.set(ownerId, now + restAfterEnd)
  }

  /** Clients give up what is too complex, and keep what is unavailable: so that is said of what they cannot make simpler. */
  #verdict({ job }: Waiting, stopped: Stopped): unknown {
    if (stopped.reason !== 'gone') this.#parts.onError(stopped)
    const isByInput = job.kind === 'agent' || ['searchCards', 'importFile'].includes(job.name)
    const isOver = stopped.reason === 'time' || stopped.reason === 'memory'
    return fail(isOver && isByInput && !stopped.mayBeDone ? 'too_complex' : 'unavailable')
  }

  /**
   * An agent may write several things in one job. In an account that is not small it rests for a moment between them; if that takes
   * too long in all, it has to come back, because its worker can do nothing else meanwhile.
   */
  async #lend({ job, weight }: Task): Promise<(() => void) | undefined> {
    const { lending } = this.#parts.db
    const ownerId = ownerOf(job)
    if (weight === 'tiny' || weight === 'small') return await lending.lend(ownerId)
    const rest = lending.restOf(ownerId)
    const paused = (this.#paused.get(job) ?? 0) + rest
    this.#paused.set(job, paused)
    if (rest > 0 && paused > longestPause) return undefined
    await pause(rest)
    return lending.restOf(ownerId) > 0 ? undefined : await lending.lend(ownerId)
  }

  /** To be called when nobody waits for anything any more. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#waiting = this.#waiting.filter((task) => this.#refuse(task))
    await Promise.all([this.#full.close(), this.#part.close()])
  }
}
