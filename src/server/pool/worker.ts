/** A worker as the server sees it: a process that does one job at a time, within a budget. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { type Clock, minutes, seconds } from '../common/clock.ts'
import { ProblemError } from '../common/problems.ts'
import { ownProgram } from '../common/shipped.ts'
import { version } from '../common/version.ts'
import type { Limits } from '../common/world.ts'
import type { Config } from '../config/config.ts'
import { type Database, DatabaseUnavailable } from '../db/database.ts'
import { LongBody, type RawBody } from '../http/body.ts'
import type { Job, Order, Report } from './messages.ts'

/** The resources that a job may use. Times are in milliseconds. */
export interface Budget {
  /** CPU time. */
  time: number
  /** Total time, including waiting for a CPU, a database or a lock that others use. */
  patience: number
  /** The limit of the JavaScript heap, in MiB. V8 ends a process that exceeds it. */
  heap: number
  /** A process ends after being idle for this long. */
  idle: number
}

/** The default limits of an account, and the factor if there is no limit. */
const usual = { cards: 10_000, bytes: 8_000_000 }
const boundless = 16

/** If accounts may be larger than the default, jobs may use more. */
export function budgetFor({ maxCards, maxText }: Pick<Limits, 'maxCards' | 'maxText'>): Budget {
  const times = (most: number, by: number) => (most === 0 ? boundless : most / by)
  const scale = Math.max(1, times(maxCards, usual.cards), times(maxText, usual.bytes))
  return { time: 10 * seconds * scale, patience: 1 * minutes * scale, heap: 192 * scale, idle: 1 * minutes }
}

/** The CPU time of a process in milliseconds. Linux only; elsewhere the time that has passed counts. */
function cpuTimeOf(pid: number | undefined): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The program's name comes first, and may contain anything.
    const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14)
    // Linux reports hundredths of seconds, whatever the kernel's tick rate.
    return (Number(user) + Number(system)) * 10
  } catch {
    return performance.now()
  }
}

export interface Task {
  job: Job
  bytes?: RawBody | undefined
}

export interface Parts {
  config: Config
  db: Pick<Database, 'notify'>
  clock: Clock
  onError(error: unknown): void
}

/** Grants the write lease: resolves to the function that releases it, or to undefined if it is refused for now. */
type Lease = () => Promise<(() => void) | undefined>

/** The job was stopped, together with its process. */
export class Stopped extends Error {
  /** True if it has used up its budget. */
  readonly isOverBudget: boolean
  constructor(isOverBudget: boolean, cause: unknown) {
    super(isOverBudget ? 'a job has used up its budget' : 'a job has lost its worker', { cause })
    this.isOverBudget = isOverBudget
  }
}

interface Running {
  child: ChildProcess
  lease: Lease
  isOverTime: boolean
  resolve(result: unknown): void
  reject(error: unknown): void
}

const watchEvery = 0.1 * seconds
/** A higher nice value, so that other processes go first. */
const priority = 5
/** In bytes. Sending more at once would block everything else. */
const partLength = 256 * 1024

/**
 * Starts a process when there is work, and keeps it until it has been idle for a while. A process can be killed at
 * any time, even during a call of the database, and the operating system then frees its memory and its locks. A
 * thread has neither property, and a thread that runs out of memory may take the whole program down.
 */
export class Worker {
  readonly #parts: Parts
  readonly #budget: Budget
  #child: ChildProcess | undefined
  #running: Running | undefined
  #idle: NodeJS.Timeout | undefined
  #release: (() => void) | undefined

  constructor(parts: Parts, budget: Budget) {
    this.#parts = parts
    this.#budget = budget
  }

  get isFree(): boolean {
    return !this.#running
  }

  async work(task: Task, lease: Lease): Promise<unknown> {
    clearTimeout(this.#idle)
    this.#child ??= this.#start()
    const child = this.#child
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const running: Running = { child, lease, isOverTime: false, resolve, reject }
    this.#running = running
    const watching = this.#watch(running)
    this.#send(task, child).catch(() => child.kill('SIGKILL'))
    try {
      return await promise
    } finally {
      clearInterval(watching)
      this.#running = undefined
      this.#releaseLease()
      this.#idle = setTimeout(() => void this.close(), this.#budget.idle).unref()
    }
  }

  async #send({ job, bytes }: Task, child: ChildProcess): Promise<void> {
    const length = bytes?.length ?? 0
    for (let at = 0; at < length; at += partLength) {
      const to = Math.min(at + partLength, length)
      const part = bytes instanceof LongBody ? await bytes.read(at, to) : bytes?.subarray(at, to)
      if (part) await order(child, { kind: 'bytes', bytes: part })
    }
    await order(child, { kind: 'work', job, now: this.#parts.clock.now() })
  }

  /** Stops a job that exceeds its budget. */
  #watch(running: Running): NodeJS.Timeout {
    const { time, patience } = this.#budget
    const { pid } = running.child
    const begun = { at: performance.now(), used: cpuTimeOf(pid) }
    return setInterval(() => {
      if (performance.now() - begun.at <= patience && cpuTimeOf(pid) - begun.used <= time) return
      running.isOverTime = true
      running.child.kill('SIGKILL')
    }, watchEvery)
  }

  #observe(report: Report): void {
    const running = this.#running
    if (report.kind === 'changed') this.#parts.db.notify(...report.change)
    else if (report.kind === 'error') this.#parts.onError(report.error)
    else if (!running) return
    else if (report.kind === 'written') this.#releaseLease()
    else if (report.kind === 'about to write')
      void this.#lease(running).catch(() => running.child.kill('SIGKILL'))
    else if (report.kind === 'done') running.resolve(report.result)
    else running.reject(errorOf(report))
  }

  async #lease(running: Running): Promise<void> {
    const release = await running.lease()
    // The job may have ended in the meantime.
    if (running !== this.#running) return release?.()
    this.#release = release
    await order(running.child, { kind: 'write', may: release !== undefined })
  }

  #releaseLease(): void {
    this.#release?.()
    this.#release = undefined
  }

  #start(): ChildProcess {
    let child: ChildProcess
    try {
      child = spawnWorker(this.#budget)
    } catch (error) {
      // The operating system has no processes or memory left.
      throw new Stopped(false, error)
    }
    child.on('message', (report: Report) => this.#observe(report))
    child.on('error', (error) => child.pid === undefined && this.#end(child, error))
    child.on('exit', (code, signal) => this.#end(child, new Error(`it ended with ${signal ?? code}`)))
    const { appUrl, database, maxProjects, maxCards, maxText, binDays } = this.#parts.config
    const config = { appUrl, database, maxProjects, maxCards, maxText, binDays }
    order(child, { kind: 'begin', version, config }).catch(() => {})
    return child
  }

  /** The process has ended, and its job with it. */
  #end(child: ChildProcess, cause: unknown): void {
    if (this.#child === child) this.#child = undefined
    const running = this.#running
    if (running?.child !== child) return
    // V8 aborts a process that exceeds its heap.
    running.reject(new Stopped(running.isOverTime || child.signalCode === 'SIGABRT', cause))
  }

  /** Resolves when the process has ended. A running job is lost. */
  async close(): Promise<void> {
    clearTimeout(this.#idle)
    const child = this.#child
    this.#child = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    if (this.#running) child.kill('SIGKILL')
    else if (child.connected) child.disconnect()
    await ended
  }
}

const order = (child: ChildProcess, order: Order) =>
  new Promise<void>((resolve, reject) => {
    child.send(order, (error) => (error ? reject(error) : resolve()))
  })

function spawnWorker({ heap }: Budget): ChildProcess {
  // This variable makes Node report loaded modules to its `--watch` mode, as messages among ours.
  const { NODE_OPTIONS = '', WATCH_REPORT_DEPENDENCIES: _, ...environment } = process.env
  const options = `${NODE_OPTIONS} --max-old-space-size=${heap} --max-semi-space-size=4`
  const child = spawn(process.execPath, ['--expose-gc', ...ownProgram(), 'work'], {
    env: { ...environment, NODE_OPTIONS: options },
    serialization: 'advanced',
    // All reports come as messages. When V8 aborts, it prints a lot that is of no use.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  try {
    if (child.pid !== undefined) setPriority(child.pid, priority)
  } catch {
    // Some systems don't allow it.
  }
  return child
}

function errorOf(report: Report & { kind: 'refused' | 'failed' }): unknown {
  if (report.kind === 'failed')
    return report.isUnavailable ? new DatabaseUnavailable(report.error) : report.error
  const failure = new ProblemError(report.problem)
  failure.isReplay = report.isReplay
  return failure
}
