import type { Done } from '../feed/write.ts'
import type { Budget } from './budget.ts'
import { type Parts, Stopped, type Task, Worker } from './worker.ts'

/** As many bytes for each byte of a file, in the worst case: its text, and what it means. */
const memoryOfFile = 5

/** Has a worker while there is something to do, and a new one when that has ended or has too little memory left. */
export class Seat {
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
    this.#makeRoom(this.#budget.memory - memoryOfFile * (task.bytes?.length ?? 0))
    try {
      this.#worker ??= start(this.#parts, this.#budget)
      return await this.#worker.work(task)
    } finally {
      this.#makeRoom(this.#budget.memory * 0.75)
      this.#idle = setTimeout(() => void this.close(), this.#budget.idle).unref()
      this.isFree = true
    }
  }

  /** With another process the system has all of the memory back. */
  #makeRoom(most: number): void {
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
    // The system has no process, or no memory, to give.
    throw new Stopped('lost', false, error)
  }
}
