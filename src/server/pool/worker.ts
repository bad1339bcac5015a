import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { type Clock, seconds } from '../clock.ts'
import type { Config } from '../config.ts'
import { type Database, DatabaseUnavailable } from '../db/database.ts'
import type { Done } from '../feed/write.ts'
import { ReadyBody } from '../http/answers.ts'
import type { RawBody } from '../http/long-body.ts'
import { version } from '../http/version.ts'
import { Failure } from '../problems.ts'
import { ownProgram } from '../shipped.ts'
import type { Weight } from './bounded.ts'
import { type Budget, useOf } from './budget.ts'
import { Bytes, type Job, type Order, type Report, sendBytes } from './messages.ts'

export interface Task {
  job: Job
  bytes?: RawBody | undefined
  weight: Weight
  /** Whether nobody waits for the answer any more. */
  isGone(): boolean
}

export interface Parts {
  config: Config
  db: Pick<Database, 'tell'>
  clock: Clock
  /** Lets it write: resolves to what has to be called when it has, or to nothing if it must not now. */
  lend(task: Task): Promise<(() => void) | undefined>
  onError(error: unknown): void
}

/** Why a job was stopped. */
export type Reason = 'time' | 'memory' | 'gone' | 'lost'

/** A job was stopped, and its process ended. */
export class Stopped extends Error {
  readonly reason: Reason
  /** Whether it may have written something. */
  readonly mayBeDone: boolean
  constructor(reason: Reason, mayBeDone: boolean, cause?: unknown) {
    super(`a job was stopped: ${reason}`, { cause })
    this.reason = reason
    this.mayBeDone = mayBeDone
  }
}

interface Present extends Task {
  begunAt: number
  /** Processor time that had been used before. */
  usedBefore: number
  mayBeDone: boolean
  resolve(done: Done<unknown>): void
  reject(error: unknown): void
}

const lookEvery = 0.1 * seconds
/** Others are served first. */
const priority = 5

/**
 * A process that does one job at a time, within a budget. It can be ended in the middle of anything, a call of the database
 * included, and then the system takes back its memory and its locks. With a thread neither would be so, and one that runs out of
 * memory may take the whole program with it.
 */
export class Worker {
  readonly #parts: Parts
  readonly #budget: Budget
  readonly #process: ChildProcess
  #present: Present | undefined
  #reason: Reason | undefined
  #isOver = false
  /** The memory that it had when it was ready: until then, its use says nothing of a job. */
  #ownMemory = Number.POSITIVE_INFINITY
  readonly #bytes = new Bytes()
  #giveBack: (() => void) | undefined

  constructor(parts: Parts, budget: Budget) {
    this.#parts = parts
    this.#budget = budget
    const worker = start(budget)
    this.#process = worker
    worker.on('message', (report: Report) => this.#hear(report))
    worker.on('error', (error) => worker.pid === undefined && this.#end(error))
    worker.on('exit', (code, signal) => this.#end(new Error(`it ended with ${signal ?? code}`)))
    const { database, maxProjects, maxCards, maxText, binDays } = parts.config
    const config = { database, maxProjects, maxCards, maxText, binDays }
    this.#tell({ kind: 'begin', version, config }).catch(() => {})
  }

  /** Whether it can be given another job. */
  get isUsable(): boolean {
    return !this.#isOver && !this.#reason
  }

  /** Of memory, by what its jobs have left behind. */
  used(): number {
    return (useOf(this.#process.pid).memory ?? 0) - this.#ownMemory
  }

  async work(task: Task): Promise<Done<unknown>> {
    const { promise, resolve, reject } = Promise.withResolvers<Done<unknown>>()
    const { processor = 0 } = useOf(this.#process.pid)
    const begunAt = performance.now()
    const present = { ...task, begunAt, usedBefore: processor, mayBeDone: false, resolve, reject }
    this.#present = present
    const looking = setInterval(() => this.#look(present), lookEvery)
    this.#send(task).catch(() => this.#stop('lost'))
    try {
      return await promise
    } finally {
      clearInterval(looking)
      this.#present = undefined
      this.#takeBack()
    }
  }

  async #send({ job, bytes }: Task): Promise<void> {
    if (bytes) await sendBytes(bytes, (part) => this.#tell(part))
    await this.#tell({ kind: 'work', job, now: this.#parts.clock.now() })
  }

  #tell(order: Order): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#process.send(order, (error) => (error ? reject(error) : resolve()))
    })
  }

  /** Stops what has used up its budget, or is for nobody. */
  #look(present: Present): void {
    if (this.#reason) return
    const { time, patience, memory, grace } = this.#budget
    const { processor } = useOf(this.#process.pid)
    const took = performance.now() - present.begunAt
    const used = processor === undefined ? took : processor - present.usedBefore
    if (used > time || took > patience) this.#stop('time')
    else if (this.used() > memory) this.#stop('memory')
    // While it writes it is about to be done.
    else if (present.isGone() && took > grace && !this.#giveBack) this.#stop('gone')
  }

  #stop(reason: Reason): void {
    this.#reason ??= reason
    this.end()
  }

  #hear(report: Report): void {
    const present = this.#present
    if (report.kind === 'changed') this.#parts.db.tell(...report.change)
    else if (report.kind === 'error') this.#parts.onError(report.error)
    else if (report.kind === 'ready') this.#beReady(useOf(this.#process.pid).memory)
    else if (report.kind === 'loaded') this.#beReady(this.#ownMemory + report.memory)
    else if (!present) return
    else if (report.kind === 'bytes') this.#bytes.add(report)
    else if (report.kind === 'written') this.#takeBack()
    else if (report.kind === 'about to write') void this.#lend(present).catch(() => this.#stop('lost'))
    else if (report.kind === 'done') present.resolve(this.#doneOf(report))
    else if (report.kind === 'refused' || report.kind === 'failed') present.reject(errorOf(report))
  }

  /** From now on, what it uses is for its jobs. */
  #beReady(ownMemory = Number.POSITIVE_INFINITY): void {
    const { processor = 0 } = useOf(this.#process.pid)
    this.#ownMemory = ownMemory
    if (this.#present) this.#present.usedBefore = processor
  }

  async #lend(present: Present): Promise<void> {
    const giveBack = await this.#parts.lend(present)
    // It may have ended meanwhile.
    if (present !== this.#present) return giveBack?.()
    if (giveBack) present.mayBeDone = true
    this.#giveBack = giveBack
    await this.#tell({ kind: 'write', may: giveBack !== undefined })
  }

  #takeBack(): void {
    this.#giveBack?.()
    this.#giveBack = undefined
  }

  #doneOf({ content, seq = 0, isReplay = false, body }: Report & { kind: 'done' }): Done<unknown> {
    const ready = body && new ReadyBody(this.#bytes.take(), body.provesNothing, body.page)
    return { content: ready ?? content, seq, isReplay }
  }

  /** The process has ended, and with it whatever it was doing. */
  #end(cause: unknown): void {
    this.#isOver = true
    const reason = this.#reason ?? (this.#process.signalCode === 'SIGABRT' ? 'memory' : 'lost')
    this.#present?.reject(new Stopped(reason, this.#present.mayBeDone, cause))
  }

  /** At once, whatever it does. */
  end(): void {
    this.#process.kill('SIGKILL')
  }

  /** Resolves when it has ended. What it still does is lost. */
  async close(): Promise<void> {
    if (this.#isOver) return
    const ended = once(this.#process, 'exit')
    if (this.#process.connected) this.#process.disconnect()
    const timer = setTimeout(() => this.end(), 2 * seconds)
    await ended
    clearTimeout(timer)
  }
}

function start({ heap }: Budget): ChildProcess {
  // Node tells its own watcher by this variable what has been loaded, as messages among ours.
  const { NODE_OPTIONS = '', WATCH_REPORT_DEPENDENCIES: _, ...environment } = process.env
  const options = `${NODE_OPTIONS} --max-old-space-size=${heap} --max-semi-space-size=4`
  const worker = spawn(process.execPath, [...ownProgram(), 'work'], {
    env: { ...environment, NODE_OPTIONS: options },
    serialization: 'advanced',
    // What it has to say comes as a message. When V8 gives up it says much more, to nobody's use.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  try {
    if (worker.pid !== undefined) setPriority(worker.pid, priority)
  } catch {
    // Some systems do not allow it.
  }
  return worker
}

export const ownerOf = (job: Job) => (job.kind === 'call' ? job.call.ownerId : job.request.caller.ownerId)

function errorOf(report: Report & { kind: 'refused' | 'failed' }): unknown {
  if (report.kind === 'failed')
    return report.isUnavailable ? new DatabaseUnavailable(report.error) : report.error
  const failure = new Failure(report.problem)
  failure.isReplay = report.isReplay
  return failure
}
