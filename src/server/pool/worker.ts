/** A worker as the server sees it: a process that does one job at a time, within a budget. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { type Clock, minutes, seconds } from '../common/clock.ts'
import { fail, ProblemError } from '../common/problems.ts'
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

/**
 * Starts a process when there is work, and keeps it until it has been idle for a while. A process can be killed at
 * any time, even during a call of the database, and the operating system then frees its memory and its locks. A
 * thread has neither property, and a thread that runs out of memory may take the whole program down.
 */
export class Worker {
  readonly #parts: Parts
  readonly #budget: Budget
  #child: ChildProcess | undefined
  #isBusy = false
  #idle: NodeJS.Timeout | undefined

  constructor(parts: Parts, budget: Budget) {
    this.#parts = parts
    this.#budget = budget
  }

  /** Resolves to what the handler in the process returns. */
  async work(task: Task, lease: Lease): Promise<unknown> {
    clearTimeout(this.#idle)
    this.#isBusy = true
    try {
      this.#child ??= this.#start()
      return await workWith(this.#child, task, lease, this.#budget, this.#parts)
    } finally {
      this.#isBusy = false
      this.#idle = setTimeout(() => void this.close(), this.#budget.idle).unref()
    }
  }

  #start(): ChildProcess {
    let child: ChildProcess
    try {
      child = spawnWorker(this.#budget)
    } catch (error) {
      // The operating system has no processes or memory left.
      this.#parts.onError(error)
      throw fail('unavailable')
    }
    const forget = () => {
      if (this.#child === child) this.#child = undefined
    }
    child.on('exit', forget).on('error', () => child.pid === undefined && forget())
    const { appUrl, database, maxProjects, maxCards, maxText, binDays } = this.#parts.config
    const config = { appUrl, database, maxProjects, maxCards, maxText, binDays }
    order(child, { kind: 'begin', version, config }).catch(() => {})
    return child
  }

  /** Resolves when the process has ended. A running job is lost. */
  async close(): Promise<void> {
    clearTimeout(this.#idle)
    const child = this.#child
    if (!child) return
    this.#child = undefined
    const ended = once(child, 'exit')
    if (this.#isBusy) child.kill('SIGKILL')
    else if (child.connected) child.disconnect()
    await ended
  }
}

const watchEvery = 0.1 * seconds
/** In bytes. Sending more at once would block everything else. */
const partLength = 256 * 1024

/** Has a process do a job, and kills it if the job exceeds its budget. */
async function workWith(
  child: ChildProcess,
  { job, bytes = Buffer.of() }: Task,
  lease: Lease,
  { time, patience }: Budget,
  { db, clock, onError }: Parts,
): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  let [isOver, isOverTime, mayHaveWritten] = [false, false, false]
  let release: (() => void) | undefined
  const kill = () => child.kill('SIGKILL')

  function endLease(): void {
    release?.()
    release = undefined
  }

  function answer(granted: typeof release): void {
    release = granted
    mayHaveWritten ||= granted !== undefined
    if (isOver) endLease()
    else order(child, { kind: 'write', may: granted !== undefined }).catch(kill)
  }

  function observe(report: Report): void {
    if (report.kind === 'changed') db.notify(...report.change)
    else if (report.kind === 'error') onError(report.error)
    else if (report.kind === 'about to write') lease().then(answer, kill)
    else if (report.kind === 'written') endLease()
    else if (report.kind === 'done') resolve(report.result)
    else reject(errorOf(report))
  }

  async function send(): Promise<void> {
    for (let at = 0; at < bytes.length; at += partLength) {
      const to = Math.min(at + partLength, bytes.length)
      const part = bytes instanceof LongBody ? await bytes.read(at, to) : bytes.subarray(at, to)
      await order(child, { kind: 'bytes', bytes: part })
    }
    await order(child, { kind: 'work', job, now: clock.now() })
  }

  /**
   * Clients give up on `too_complex` and retry on `unavailable`. So the former is only for requests that the
   * client can simplify.
   */
  function onExit(code: number | null, signal: string | null): void {
    onError(new Error(`a job has ended with its worker: ${signal ?? code}`))
    // V8 aborts a process that exceeds its heap.
    const isOverBudget = isOverTime || signal === 'SIGABRT'
    reject(fail(isOverBudget && isByInput(job) && !mayHaveWritten ? 'too_complex' : 'unavailable'))
  }

  function onFailure(error: Error): void {
    if (child.pid !== undefined) return
    onError(error)
    reject(fail('unavailable'))
  }

  const begun = { at: performance.now(), used: cpuTimeOf(child.pid) }
  const watching = setInterval(() => {
    if (performance.now() - begun.at <= patience && cpuTimeOf(child.pid) - begun.used <= time) return
    isOverTime = true
    kill()
  }, watchEvery)
  child.on('message', observe).on('exit', onExit).on('error', onFailure)
  try {
    send().catch(kill)
    return await promise
  } finally {
    isOver = true
    clearInterval(watching)
    child.off('message', observe).off('exit', onExit).off('error', onFailure)
    endLease()
  }
}

/** True if the request can be too complex in itself. */
const isByInput = (job: Job) =>
  job.kind === 'agent' || (job.kind === 'call' && ['searchCards', 'importFile'].includes(job.name))

const order = (child: ChildProcess, order: Order) =>
  new Promise<void>((resolve, reject) => {
    child.send(order, (error) => (error ? reject(error) : resolve()))
  })

/** A higher nice value, so that other processes go first. */
const priority = 5

function spawnWorker({ heap }: Budget): ChildProcess {
  // This variable makes Node report loaded modules to its `--watch` mode, as messages among ours.
  const { NODE_OPTIONS = '', WATCH_REPORT_DEPENDENCIES: _, ...environment } = process.env
  const options = `${NODE_OPTIONS} --max-old-space-size=${heap} --max-semi-space-size=4 --expose-gc`
  const child = spawn(process.execPath, [...ownProgram(), 'work'], {
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
  return Object.assign(new ProblemError(report.problem), report.about)
}
