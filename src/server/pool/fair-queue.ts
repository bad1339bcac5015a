import { seconds } from '../common/clock.ts'

/** In milliseconds. An account's recorded use halves in this time. */
const halfLife = 1 * seconds
/** In milliseconds. */
const longestPause = 50
const mostRemembered = 10_000

interface Use {
  /** In milliseconds. */
  time: number
  at: number
}

/**
 * A queue for work of some milliseconds in the server process. The account that has used the least lately
 * goes first, so that demanding accounts wait for themselves. After each job, a slot pauses for as long as
 * the job took, which leaves time for shorter work that bypasses this queue.
 */
export class FairQueue {
  readonly #waiting = new Map<string, (() => void)[]>()
  readonly #uses = new Map<string, Use>()
  #free: number

  constructor(slots: number) {
    this.#free = slots
  }

  async run<Result>(account: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free--
    else await new Promise<void>((begin) => this.#wait(account, begin))
    const begun = performance.now()
    try {
      return await work()
    } finally {
      const took = performance.now() - begun
      this.#note(account, took)
      setTimeout(() => this.#leave(), Math.min(took, longestPause)).unref()
    }
  }

  #wait(account: string, begin: () => void): void {
    const own = this.#waiting.get(account)
    if (own) own.push(begin)
    else this.#waiting.set(account, [begin])
  }

  #leave(): void {
    const next = this.#next()
    if (next) next()
    else this.#free++
  }

  #next(): (() => void) | undefined {
    let [first, least] = ['', Number.POSITIVE_INFINITY]
    for (const account of this.#waiting.keys()) {
      const used = this.#usedBy(account)
      if (used < least) [first, least] = [account, used]
    }
    const own = this.#waiting.get(first)
    const begin = own?.shift()
    if (own?.length === 0) this.#waiting.delete(first)
    return begin
  }

  #usedBy(account: string): number {
    const { time, at } = this.#uses.get(account) ?? { time: 0, at: 0 }
    return time * 2 ** ((at - performance.now()) / halfLife)
  }

  #note(account: string, took: number): void {
    const time = this.#usedBy(account) + took
    if (this.#uses.size >= mostRemembered) this.#uses.clear()
    this.#uses.set(account, { time, at: performance.now() })
  }
}
