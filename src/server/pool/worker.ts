import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { type Clock, seconds } from '../common/clock.ts'
import { ProblemError } from '../common/problems.ts'
import { ownProgram } from '../common/shipped.ts'
import { version } from '../common/version.ts'
import type { Config } from '../config/config.ts'
import { type Database, DatabaseUnavailable } from '../db/database.ts'
import { ReadyBody } from '../http/answers/answers.ts'
import type { RawBody } from '../http/bodies/long-body.ts'
import type { Done } from '../writes/write.ts'
import { AnswerBytes } from './answer-bytes.ts'
import type { Weight } from './bounded.ts'
import { type Budget, useOf } from './budget.ts'
import { type Job, type Order, type Report, sendBytes } from './messages.ts'

export interface Task {
  job: Job
  bytes?: RawBody | undefined
  weight: Weight
  /** True if nobody waits for the response any more. */
  isGone(): boolean
}

export interface Parts {
  config: Config
  db: Pick<Database, 'notify'>
  clock: Clock
  /** Grants the write lease: resolves to the function that releases it, or to undefined if it is refused for now. */
  lease(task: Task): Promise<(() => void) | undefined>
  onError(error: unknown): void
}

type Reason = 'time' | 'memory' | 'gone' | 'lost'

/** The job was stopped, together with its process. */
export class Stopped extends Error {
  readonly reason: Reason
  /** True if it may have written something. */
  readonly mayBeDone: boolean
  constructor(reason: Reason, mayBeDone: boolean, cause?: unknown) {
    super(`a job was stopped: ${reason}`, { cause })
    this.reason = reason
    this.mayBeDone = mayBeDone
  }
}

interface Running extends Task {
  begunAt: number
  /** CPU time used before this job. */
  usedBefore: number
  mayBeDone: boolean
  resolve(done: Promise<Done<unknown>>): void
  reject(error: unknown): void
}

const watchEvery = 0.1 * seconds
/** A higher nice value, so that other processes go first. */
const priority = 5

/**
 * A process that does one job at a time, within a budget. It can be killed at any time, even during a call of
 * the database, and the operating system then frees its memory and its locks. A thread has neither property,
 * and a thread that runs out of memory may take the whole program down.
 */
export class Worker {
  readonly #parts: Parts
  readonly #budget: Budget
  readonly #process: ChildProcess
  #running: Running | undefined
  #reason: Reason | undefined
  #isOver = false
  /** Its memory when it was ready. Until then, its use says nothing about a job. */
  #ownMemory = Number.POSITIVE_INFINITY
  readonly #bytes = new AnswerBytes()
  #release: (() => void) | undefined

  constructor(parts: Parts, budget: Budget) {
    this.#parts = parts
    this.#budget = budget
    const worker = start(budget)
    this.#process = worker
    worker.on('message', (report: Report) => this.#observe(report))
    worker.on('error', (error) => worker.pid === undefined && this.#end(error))
    worker.on('exit', (code, signal) => this.#end(new Error(`it ended with ${signal ?? code}`)))
    const { appUrl, database, maxProjects, maxCards, maxText, binDays } = parts.config
    const config = { appUrl, database, maxProjects, maxCards, maxText, binDays }
    this.#order({ kind: 'begin', version, config }).catch(() => {})
  }

  /** True if it can take another job. */
  get isUsable(): boolean {
    return !this.#isOver && !this.#reason
  }

  /** Memory that its jobs have left behind, in bytes. */
  used(): number {
    return (useOf(this.#process.pid).memory ?? 0) - this.#ownMemory
  }

  async work(task: Task): Promise<Done<unknown>> {
    const { promise, resolve, reject } = Promise.withResolvers<Done<unknown>>()
    const { processor = 0 } = useOf(this.#process.pid)
    const begunAt = performance.now()
    const running = { ...task, begunAt, usedBefore: processor, mayBeDone: false, resolve, reject }
    this.#running = running
    const watching = setInterval(() => this.#watch(running), watchEvery)
    this.#send(task).catch(() => this.#stop('lost'))
    try {
      return await promise
    } finally {
      clearInterval(watching)
      this.#running = undefined
      this.#releaseLease()
    }
  }

  async #send({ job, bytes }: Task): Promise<void> {
    if (bytes) await sendBytes(bytes, (part) => this.#order(part))
    await this.#order({ kind: 'work', job, now: this.#parts.clock.now() })
  }

  #order(order: Order): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#process.send(order, (error) => (error ? reject(error) : resolve()))
    })
  }

  /** The watchdog: stops a job that exceeds its budget, or whose client has disconnected. */
  #watch(running: Running): void {
    if (this.#reason) return
    const { time, patience, memory, grace } = this.#budget
    const { processor } = useOf(this.#process.pid)
    const took = performance.now() - running.begunAt
    const used = processor === undefined ? took : processor - running.usedBefore
    if (used > time || took > patience) this.#stop('time')
    else if (this.used() > memory) this.#stop('memory')
    // A job that holds the write lease is nearly done.
    else if (running.isGone() && took > grace && !this.#release) this.#stop('gone')
  }

  #stop(reason: Reason): void {
    this.#reason ??= reason
    this.end()
  }

  #observe(report: Report): void {
    const running = this.#running
    if (report.kind === 'changed') this.#parts.db.notify(...report.change)
    else if (report.kind === 'error') this.#parts.onError(report.error)
    else if (report.kind === 'ready') this.#setReady(useOf(this.#process.pid).memory)
    else if (report.kind === 'loaded') this.#setReady(this.#ownMemory + report.memory)
    else if (!running) return
    else if (report.kind === 'bytes') this.#bytes.add(report)
    else if (report.kind === 'written') this.#releaseLease()
    else if (report.kind === 'about to write') void this.#lease(running).catch(() => this.#stop('lost'))
    else if (report.kind === 'done') running.resolve(this.#doneOf(report))
    else if (report.kind === 'refused' || report.kind === 'failed') running.reject(errorOf(report))
  }

  /** Starts to attribute the use of memory and CPU to jobs. */
  #setReady(ownMemory = Number.POSITIVE_INFINITY): void {
    const { processor = 0 } = useOf(this.#process.pid)
    this.#ownMemory = ownMemory
    if (this.#running) this.#running.usedBefore = processor
  }

  async #lease(running: Running): Promise<void> {
    const release = await this.#parts.lease(running)
    // The job may have ended in the meantime.
    if (running !== this.#running) return release?.()
    if (release) running.mayBeDone = true
    this.#release = release
    await this.#order({ kind: 'write', may: release !== undefined })
  }

  #releaseLease(): void {
    this.#release?.()
    this.#release = undefined
  }

  async #doneOf({
    content,
    seq = 0,
    isReplay = false,
    body,
  }: Report & { kind: 'done' }): Promise<Done<unknown>> {
    const ready = body && new ReadyBody(await this.#bytes.take(), body.provesNothing, body.page)
    return { content: ready ?? content, seq, isReplay }
  }

  /** The process has ended, and its job with it. */
  #end(cause: unknown): void {
    this.#isOver = true
    this.#bytes.drop()
    const reason = this.#reason ?? (this.#process.signalCode === 'SIGABRT' ? 'memory' : 'lost')
    this.#running?.reject(new Stopped(reason, this.#running.mayBeDone, cause))
  }

  /** Kills the process immediately. */
  end(): void {
    this.#process.kill('SIGKILL')
  }

  /** Resolves when the process has ended. A running job is lost. */
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
  // This variable makes Node report loaded modules to its `--watch` mode, as messages among ours.
  const { NODE_OPTIONS = '', WATCH_REPORT_DEPENDENCIES: _, ...environment } = process.env
  const options = `${NODE_OPTIONS} --max-old-space-size=${heap} --max-semi-space-size=4`
  const worker = spawn(process.execPath, [...ownProgram(), 'work'], {
    env: { ...environment, NODE_OPTIONS: options },
    serialization: 'advanced',
    // All reports come as messages. When V8 aborts, it prints a lot that is of no use.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  try {
    if (worker.pid !== undefined) setPriority(worker.pid, priority)
  } catch {
    // Some systems don't allow it.
  }
  return worker
}

export function ownerOf(job: Job): string {
  if (job.kind === 'call') return job.call.ownerId
  return job.kind === 'agent' ? job.request.caller.ownerId : job.ownerId
}

function errorOf(report: Report & { kind: 'refused' | 'failed' }): unknown {
  if (report.kind === 'failed')
    return report.isUnavailable ? new DatabaseUnavailable(report.error) : report.error
  const failure = new ProblemError(report.problem)
  failure.isReplay = report.isReplay
  return failure
}
