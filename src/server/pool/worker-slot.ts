import type { Done } from '../writes/write.ts'
import type { Budget } from './budget.ts'
import { type Parts, Stopped, type Task, Worker } from './worker.ts'

/** Bytes of memory for each byte of a file, in the worst case: its text and the parsed result. */
const memoryOfFile = 5

/** Keeps a worker while there is work, and replaces it when it has ended or has too little memory left. */
export class WorkerSlot {
  readonly #parts: Parts
  readonly #budget: Budget
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined
  isFree = true

  constructor(parts: Parts, budget: Budget) {
    this.#parts = parts
    this.#budget = budget
  }

  async work(task: Task): Promise<Done<unknown>> {
    this.isFree = false
    clearTimeout(this.#idle)
    this.#replaceAbove(this.#budget.memory - memoryOfFile * (task.bytes?.length ?? 0))
    try {
      this.#worker ??= start(this.#parts, this.#budget)
      return await this.#worker.work(task)
    } finally {
      this.#replaceAbove(this.#budget.memory * 0.75)
      this.#idle = setTimeout(() => void this.close(), this.#budget.idle).unref()
      this.isFree = true
    }
  }

  /** Replaces a process that uses more memory than this, which returns all of it to the operating system. */
  #replaceAbove(most: number): void {
    if (!this.#worker || (this.#worker.isUsable && this.#worker.used() <= most)) return
    this.#worker.end()
    this.#worker = undefined
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle)
    const worker = this.#worker
    this.#worker = undefined
    await worker?.close()
  }
}

function start(parts: Parts, budget: Budget): Worker {
  try {
    return new Worker(parts, budget)
  } catch (error) {
    // The operating system has no processes or memory left.
    throw new Stopped('lost', false, error)
  }
}
