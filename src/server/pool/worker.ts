import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { type Clock, seconds } from '../clock.ts'
import type { Config } from '../config.ts'
import { type Database, DatabaseUnavailable } from '../db/database.ts'
import type { Done } from '../feed/write.ts'
import { ReadyBody } from '../http/answers.ts'
import { Failure } from '../problems.ts'
import { ownProgram } from '../shipped.ts'
import { type Budget, useOf } from './budget.ts'
import { Bytes, type Job, type Order, type Report, sendBytes } from './messages.ts'

export interface Task {
  job: Job
  bytes?: Uint8Array | undefined
  /** Whether nobody waits for the answer any more. */
  isGone(): boolean
}

interface Parts {
  config: Config
  db: Pick<Database, 'tell'>
  clock: Clock
  /** Lets it write: resolves to what has to be called when it has, or to nothing if it must not now. */
  lend(ownerId: string): Promise<(() => void) | undefined>
  onError(error: unknown): void
}

/** Why a job was stopped. */
export type Reason = 'time' | 'memory' | 'gone' | 'lost'

/** A job has been stopped. `mayBeDone` says whether it may have written something. */
export class Stopped extends Error {
  readonly reason: Reason
  readonly mayBeDone: boolean
  constructor(reason: Reason, mayBeDone: boolean, cause?: unknown) {
    super(`a worker was stopped: ${reason}`, { cause })
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
/** As many bytes for each byte of a file, in the worst case: its text, and what it means. */
const memoryOfFile = 5
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
  #process: ChildProcess | undefined
  #present: Present | undefined
  #reason: Reason | undefined
  /** The memory that it had when it was ready: before, its use says nothing of a job. */
  #ownMemory = Number.POSITIVE_INFINITY
  readonly #bytes = new Bytes()
  #giveBack: (() => void) | undefined
  #looking: NodeJS.Timeout | undefined
  #idle: NodeJS.Timeout | undefined

  constructor(parts: Parts, budget: Budget) {
    this.#parts = parts
    this.#budget = budget
  }

  get isFree(): boolean {
    return !this.#present
  }

  work(task: Task): Promise<Done<unknown>> {
    clearTimeout(this.#idle)
    const needed = memoryOfFile * (task.bytes?.length ?? 0)
    if (this.#used() + needed > this.#budget.memory) this.#replace()
    return new Promise((resolve, reject) => {
      const worker = this.#start()
      const { processor = 0 } = useOf(worker.pid)
      const begunAt = performance.now()
      const present = { ...task, begunAt, usedBefore: processor, mayBeDone: false, resolve, reject }
      this.#present = present
      this.#looking = setInterval(() => this.#look(present, worker), lookEvery)
      this.#send(worker, task).catch(() => worker.kill('SIGKILL'))
    })
  }

  async #send(worker: ChildProcess, { job, bytes }: Task): Promise<void> {
    if (bytes) await sendBytes(bytes, (part) => tell(worker, part))
    await tell(worker, { kind: 'work', job, now: this.#parts.clock.now() })
  }

  #start(): ChildProcess {
    if (this.#process) return this.#process
    const { NODE_OPTIONS = '' } = process.env
    const options = `${NODE_OPTIONS} --max-old-space-size=${this.#budget.heap} --max-semi-space-size=4`
    const worker = spawn(process.execPath, [...ownProgram(), 'work'], {
      env: { ...process.env, NODE_OPTIONS: options },
      serialization: 'advanced',
      // What it has to say comes as a message. When V8 gives up it says much more, to nobody's use.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    try {
      setPriority(worker.pid ?? 0, priority)
    } catch {
      // Some systems do not allow it.
    }
    worker.on('message', (report: Report) => this.#hear(report, worker))
    let cause: unknown
    worker.on('error', (error) => {
      cause = error
      if (worker.pid === undefined) this.#end(worker, error)
    })
    worker.on('exit', (code, signal) =>
      this.#end(worker, cause ?? new Error(`it ended with ${signal ?? code}`)),
    )
    tell(worker, { kind: 'begin', config: this.#parts.config }).catch(() => {})
    this.#process = worker
    this.#ownMemory = Number.POSITIVE_INFINITY
    return worker
  }

  /** Stops what has used up its budget, or is for nobody. */
  #look(present: Present, worker: ChildProcess): void {
    if (this.#reason) return
    const { processor, memory = 0 } = useOf(worker.pid)
    const took = performance.now() - present.begunAt
    const isLong =
      processor === undefined ? took > this.#budget.time : processor - present.usedBefore > this.#budget.time
    const reason =
      isLong || took > this.#budget.patience
        ? 'time'
        : memory - this.#ownMemory > this.#budget.memory
          ? 'memory'
          : present.isGone() && took > this.#budget.grace && !this.#giveBack
            ? 'gone'
            : undefined
    if (reason) this.#stop(worker, reason)
  }

  #stop(worker: ChildProcess, reason: Reason): void {
    this.#reason = reason
    worker.kill('SIGKILL')
  }

  #hear(report: Report, worker: ChildProcess): void {
    const present = this.#present
    if (report.kind === 'ready') this.#beReady(worker, present)
    else if (report.kind === 'changed') this.#parts.db.tell(...report.change)
    else if (report.kind === 'error') this.#parts.onError(report.error)
    else if (report.kind === 'bytes') this.#bytes.add(report)
    else if (report.kind === 'written') this.#takeBack()
    else if (!present) return
    else if (report.kind === 'about to write')
      void this.#lend(worker, present).catch(() => this.#stop(worker, 'lost'))
    else if (report.kind === 'done') this.#finish(() => present.resolve(this.#doneOf(report)))
    else this.#finish(() => present.reject(errorOf(report)))
  }

  /** From now on, what it uses is for its jobs. */
  #beReady(worker: ChildProcess, present: Present | undefined): void {
    const { processor = 0, memory } = useOf(worker.pid)
    this.#ownMemory = memory ?? Number.POSITIVE_INFINITY
    if (present) present.usedBefore = processor
  }

  async #lend(worker: ChildProcess, present: Present): Promise<void> {
    const giveBack = await this.#parts.lend(ownerOf(present.job))
    // It may have ended meanwhile.
    if (present !== this.#present) return giveBack?.()
    if (giveBack) present.mayBeDone = true
    this.#giveBack = giveBack
    await tell(worker, { kind: 'write', may: giveBack !== undefined })
  }

  #takeBack(): void {
    this.#giveBack?.()
    this.#giveBack = undefined
  }

  #doneOf({ content, seq = 0, isReplay = false, body }: Report & { kind: 'done' }): Done<unknown> {
    const ready = body && new ReadyBody(this.#bytes.take(), body.provesNothing, body.page)
    return { content: ready ?? content, seq, isReplay }
  }

  #finish(settle: () => void): void {
    clearInterval(this.#looking)
    this.#present = undefined
    this.#takeBack()
    if (this.#used() > this.#budget.memory / 2) this.#replace()
    this.#idle = setTimeout(() => void this.close(), this.#budget.idle).unref()
    settle()
  }

  /** Of memory, by what its jobs have left behind. */
  #used(): number {
    return (useOf(this.#process?.pid).memory ?? 0) - this.#ownMemory
  }

  /** With a new process, the system has all of the memory back. */
  #replace(): void {
    this.#process?.kill('SIGKILL')
    this.#process = undefined
  }

  /** The process has ended, and with it whatever it was doing. */
  #end(worker: ChildProcess, cause: unknown): void {
    if (worker !== this.#process) return
    const present = this.#present
    const reason = this.#reason ?? (worker.signalCode === 'SIGABRT' ? 'memory' : 'lost')
    this.#process = undefined
    this.#reason = undefined
    this.#bytes.take()
    if (!present) return
    this.#finish(() => present.reject(new Stopped(reason, present.mayBeDone, cause)))
  }

  /** To be called when it has nothing to do. */
  async close(): Promise<void> {
    clearTimeout(this.#idle)
    const worker = this.#process
    if (!worker) return
    this.#process = undefined
    const ended = once(worker, 'exit')
    worker.disconnect()
    const timer = setTimeout(() => worker.kill('SIGKILL'), 2 * seconds)
    await ended
    clearTimeout(timer)
  }
}

export const ownerOf = (job: Job) => (job.kind === 'call' ? job.call.ownerId : job.request.caller.ownerId)

const tell = (worker: ChildProcess, order: Order) =>
  new Promise<void>((resolve, reject) => {
    worker.send(order, (error) => (error ? reject(error) : resolve()))
  })

function errorOf(report: Report & { kind: 'refused' | 'failed' }): unknown {
  if (report.kind === 'failed')
    return report.isUnavailable ? new DatabaseUnavailable(report.error) : report.error
  const failure = new Failure(report.problem)
  failure.isReplay = report.isReplay
  return failure
}
