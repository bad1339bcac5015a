import { seconds } from '../clock.ts'

/** Whoever has written within this time may be about to write again. */
const lately = 1 * seconds

/**
 * How often the workers of the pool may write, because others have to wait meanwhile, or share the machine with
 * it: while they write, an account rests after each time, for as long as `restAfter` says of the time that it took.
 */
export class Loans {
  readonly #restAfter: (took: number) => number
  /** Of each account that rests, until when. */
  readonly #rests = new Map<string, number>()
  #othersWroteAt = Number.NEGATIVE_INFINITY

  /** All times are in milliseconds. */
  constructor(restAfter: (took: number) => number) {
    this.#restAfter = restAfter
  }

  /** When the next one of an account is due. */
  restOf(ownerId: string): number {
    const until = Math.min(this.#rests.get(ownerId) ?? 0, this.#othersWroteAt + lately)
    return Math.max(0, Math.ceil(until - performance.now()))
  }

  othersWrite(): void {
    this.#othersWroteAt = performance.now()
  }

  /** To be called when one begins; and what it answers, when it is over. */
  begin(ownerId: string): () => void {
    const began = performance.now()
    return () => {
      const now = performance.now()
      for (const [resting, until] of this.#rests) if (until <= now) this.#rests.delete(resting)
      this.#rests.set(ownerId, now + this.#restAfter(now - began))
    }
  }
}
