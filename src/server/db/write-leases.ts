import { seconds } from '../common/clock.ts'

/** Another writer that has written within this time may be about to write again. */
const lately = 1 * seconds

/**
 * Throttles writes by the workers of the pool, because others wait for them or share the machine. While
 * others write, an account backs off after each lease, for `backOffAfter` the time that the lease took.
 */
export class WriteLeases {
  readonly #backOffAfter: (took: number) => number
  /** When each account's back-off ends. */
  readonly #backOffs = new Map<string, number>()
  /** When another writer last wrote, by `performance.now()`. */
  othersWroteAt = Number.NEGATIVE_INFINITY

  /** All times are in milliseconds. */
  constructor(backOffAfter: (took: number) => number) {
    this.#backOffAfter = backOffAfter
  }

  /** The time until the account's next lease is due. */
  backOffOf(ownerId: string): number {
    const until = Math.min(this.#backOffs.get(ownerId) ?? 0, this.othersWroteAt + lately)
    return Math.max(0, Math.ceil(until - performance.now()))
  }

  /** Call it when a lease begins, and the function that it returns when the lease ends. */
  begin(ownerId: string): () => void {
    const began = performance.now()
    return () => {
      const now = performance.now()
      for (const [owner, until] of this.#backOffs) if (until <= now) this.#backOffs.delete(owner)
      this.#backOffs.set(ownerId, now + this.#backOffAfter(now - began))
    }
  }
}
