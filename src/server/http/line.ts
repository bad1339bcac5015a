/** Nobody who means well has so many waiting. */
const mostWaiting = 1000

/**
 * Of each account so many requests are in work at a time; the others wait in line, and what other accounts ask for goes
 * between. Whoever has entered has to leave.
 */
export class Line {
  readonly #most: number
  readonly #inWork = new Map<string, number>()
  /** Most accounts never have anyone waiting. */
  readonly #waiting = new Map<string, (() => void)[]>()

  constructor(most: number) {
    this.#most = most
  }

  /** Whether there is room at once. */
  enter(ownerId: string): boolean {
    const count = this.#inWork.get(ownerId) ?? 0
    if (count >= this.#most) return false
    this.#inWork.set(ownerId, count + 1)
    return true
  }

  /** Calls `start` when there is, and they have entered. False if too many wait already. */
  wait(ownerId: string, start: () => void): boolean {
    const waiting = this.#waiting.get(ownerId) ?? []
    if (waiting.length >= mostWaiting) return false
    waiting.push(start)
    this.#waiting.set(ownerId, waiting)
    return true
  }

  leave(ownerId: string): void {
    const waiting = this.#waiting.get(ownerId)
    const next = waiting?.shift()
    if (waiting?.length === 0) this.#waiting.delete(ownerId)
    // Not at once: those of other accounts who have come meanwhile are first.
    if (next) setImmediate(next)
    else this.#decrease(ownerId)
  }

  #decrease(ownerId: string): void {
    const count = this.#inWork.get(ownerId) ?? 0
    if (count > 1) this.#inWork.set(ownerId, count - 1)
    else this.#inWork.delete(ownerId)
  }
}
