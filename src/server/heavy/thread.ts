import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { type Route, routes } from '../../contract/routes.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { type Database, DatabaseUnavailable } from '../db/database.ts'
import { Turns } from '../db/turns.ts'
import type { Done } from '../feed/write.ts'
import { threadProgram } from '../shipped.ts'
import type { HeavyName } from './heavy.ts'
import { doneOf, errorOf, type Order, type Report } from './messages.ts'

interface Parts {
  config: Config
  db: Database
  clock: Clock
}

interface Task {
  name: HeavyName
  call: { ownerId: string; body?: { bytes?: Uint8Array } }
  resolve(done: Done<unknown>): void
  reject(error: unknown): void
}

/**
 * Does what is heavy, one thing after the other: what is read and what is written in turn, and of each account one of either at
 * a time.
 */
export class Thread {
  readonly #parts: Parts
  readonly #reads = { waiting: [] as Task[], turns: new Turns() }
  readonly #writes = { waiting: [] as Task[], turns: new Turns() }
  #worker: Worker | undefined
  #present: Task | undefined
  #wasWrite = false
  #giveBack: (() => void) | undefined
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  carryOut(name: HeavyName, call: Task['call']): Promise<Done<unknown>> {
    const { waiting, turns } = (routes[name] as Route).write ? this.#writes : this.#reads
    const task = () =>
      new Promise<Done<unknown>>((resolve, reject) => {
        waiting.push({ name, call, resolve, reject })
        this.#goOn()
      })
    return turns.take(call.ownerId, task)
  }

  #goOn(): void {
    if (this.#present || this.#isClosed) return
    const isReadsTurn = this.#wasWrite && this.#reads.waiting.length > 0
    const write = isReadsTurn ? undefined : this.#takeWrite()
    const task = write ?? this.#reads.waiting.shift()
    if (!task) return
    this.#present = task
    this.#wasWrite = write !== undefined
    this.#send(task)
  }

  /** The first one whose account need not rest. */
  #takeWrite(): Task | undefined {
    const { waiting } = this.#writes
    const rests = waiting.map(({ call }) => this.#parts.db.lending.restOf(call.ownerId))
    const due = rests.indexOf(0)
    clearTimeout(this.#timer)
    if (due >= 0) return waiting.splice(due, 1)[0]
    if (rests.length > 0) this.#timer = setTimeout(() => this.#goOn(), Math.min(...rests)).unref()
    return undefined
  }

  #send({ name, call }: Task): void {
    const order = { kind: 'carry out', name, call, now: this.#parts.clock.now() } satisfies Order
    try {
      this.#start().postMessage(order, filesIn(call))
    } catch (error) {
      this.#fail(error)
    }
  }

  async #lend(worker: Worker): Promise<void> {
    const task = this.#present
    if (!task) return
    const giveBack = await this.#parts.db.lending.lend(task.call.ownerId)
    // The thread may have been lost meanwhile.
    if (task !== this.#present || worker !== this.#worker) return giveBack()
    this.#giveBack = giveBack
    worker.postMessage({ kind: 'write' } satisfies Order)
  }

  /** It is started when it is first needed: most accounts are small. */
  #start(): Worker {
    if (this.#worker) return this.#worker
    const worker = new Worker(threadProgram('worker'), {
      workerData: this.#parts.config,
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    })
    let reason: unknown = new Error('the thread has ended')
    worker.on('message', (report: Report) => this.#hear(report, worker))
    worker.on('error', (error) => {
      reason = error
    })
    // Whatever it was doing has failed. The next task starts another one.
    worker.on('exit', () => {
      this.#worker = undefined
      this.#fail(reason)
    })
    this.#worker = worker
    return worker
  }

  #hear(report: Report, worker: Worker): void {
    if (report.kind === 'changed') this.#parts.db.tell(...report.change)
    else if (report.kind === 'about to write') void this.#lend(worker).catch((error) => this.#fail(error))
    else if (report.kind === 'written') this.#takeBack()
    else if (report.kind === 'done') this.#finish(({ resolve }) => resolve(doneOf(report)))
    else this.#finish(({ reject }) => reject(errorOf(report)))
  }

  #finish(settle: (task: Task) => void): void {
    const task = this.#present
    this.#present = undefined
    this.#takeBack()
    if (task) settle(task)
    this.#goOn()
  }

  #takeBack(): void {
    this.#giveBack?.()
    this.#giveBack = undefined
  }

  #fail(error: unknown): void {
    this.#finish(({ reject }) => reject(new DatabaseUnavailable(error)))
  }

  /** To be called when nobody waits for anything any more. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    const worker = this.#worker
    if (!worker) return
    const ended = once(worker, 'exit')
    worker.postMessage({ kind: 'close' } satisfies Order)
    await ended
  }
}

/** Files change hands without being copied, unless they share their memory with others. */
function filesIn(call: { body?: { bytes?: Uint8Array } }): ArrayBuffer[] {
  const { buffer, byteLength } = call.body?.bytes ?? {}
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
}
