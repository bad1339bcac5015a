import type { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { minutes } from '../clock.ts'
import type { AgentAnswer, AgentRequest } from '../http/agents.ts'
import { fail } from '../problems.ts'
import { threadProgram } from '../shipped.ts'
import type { Order, Report, WorkerData } from './messages.ts'
import { PortSocket } from './port-socket.ts'

interface Parts extends WorkerData {
  /** Takes a connection as if it had come from outside. */
  accept(socket: Duplex): void
  onError(error: unknown): void
  /** So long after the last request the thread is ended, and its memory given back. */
  idleTime?: number
}

/** In MiB. Whoever makes it need more ends the thread, and nothing else. */
const mostMemory = 512

/** In the thread. Each may have a whole account in memory. */
const mostInWork = 12

interface Waiting {
  worker: Worker
  resolve(answer: AgentAnswer): void
  reject(error: unknown): void
}

/**
 * Answers agents, in a thread of its own: the library for their protocol takes 35 MB and a while to load, and what agents ask
 * for is made of everything that an account has, which takes long if that is much. Where no agent ever asks, there is no thread.
 */
export class Agents {
  readonly #parts: Parts
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | undefined
  #lastId = 0
  #inWork = 0
  readonly #line: (() => void)[] = []
  #idle: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async answer(request: AgentRequest): Promise<AgentAnswer> {
    clearTimeout(this.#idle)
    if (this.#inWork < mostInWork) this.#inWork++
    else await new Promise<void>((resolve) => this.#line.push(resolve))
    try {
      return await this.#ask(request)
    } finally {
      this.#goOn()
    }
  }

  #goOn(): void {
    const next = this.#line.shift()
    if (next) next()
    else if (--this.#inWork === 0) this.#restFor(this.#parts.idleTime ?? 5 * minutes)
  }

  #restFor(time: number): void {
    this.#idle = setTimeout(() => void this.#end(), time).unref()
  }

  /** Whoever asks from now on has another one. */
  async #end(): Promise<void> {
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
  }

  async #ask(request: AgentRequest): Promise<AgentAnswer> {
    if (this.#isClosed) throw fail('unavailable')
    const id = ++this.#lastId
    try {
      return await new Promise<AgentAnswer>((resolve, reject) => {
        const worker = this.#start()
        this.#waiting.set(id, { worker, resolve, reject })
        worker.postMessage({ id, request } satisfies Order)
      })
    } finally {
      this.#waiting.delete(id)
    }
  }

  #start(): Worker {
    if (this.#worker) return this.#worker
    const { version, hasBin } = this.#parts
    const worker = new Worker(threadProgram('agents'), {
      workerData: { version, hasBin } satisfies WorkerData,
      resourceLimits: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: mostMemory },
    })
    worker.on('message', (report: Report) => this.#hear(report))
    worker.on('error', this.#parts.onError)
    // What it was doing can be asked for again: under the same keys nothing is done twice.
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined
      for (const waiting of this.#waiting.values())
        if (waiting.worker === worker) waiting.reject(fail('unavailable'))
    })
    // Otherwise the process could not end while it waits.
    worker.unref()
    this.#worker = worker
    return worker
  }

  #hear(report: Report): void {
    if (report.kind === 'connect') this.#parts.accept(new PortSocket(report.port))
    else if (report.kind === 'error') this.#parts.onError(report.error)
    else this.#waiting.get(report.id)?.resolve(report.answer)
  }

  /** To be called when nobody waits for anything any more. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#idle)
    await this.#end()
  }
}
