/** Nobody who means well has so many waiting. One credential alone cannot make the line of its account full. */
const mostWaiting = { ofAccount: 1000, ofCredential: 500 }

/**
 * A semaphore for each account: so many of its requests are in work at a time, and the others wait. A credential, which is a session or
 * an API token, holds at most all places but one, and those that wait take turns by credential: whatever one of them does, the
 * others of its account go on. Whoever has entered has to leave.
 */
export class Line {
  readonly #most: { ofAccount: number; ofCredential: number }
  readonly #inWork = { ofAccounts: new Map<string, number>(), ofCredentials: new Map<string, number>() }
  /** By account and credential, whose turn is next first. Most accounts never have anyone waiting. */
  readonly #waiting = new Map<string, Map<string, Set<() => void>>>()

  constructor(most: number) {
    this.#most = { ofAccount: most, ofCredential: Math.max(1, most - 1) }
  }

  /** Whether there is room at once. */
  enter(account: string, credential: string): boolean {
    const { ofAccounts, ofCredentials } = this.#inWork
    const [all, own] = [ofAccounts.get(account) ?? 0, ofCredentials.get(credential) ?? 0]
    if (all >= this.#most.ofAccount || own >= this.#most.ofCredential) return false
    ofAccounts.set(account, all + 1)
    ofCredentials.set(credential, own + 1)
    return true
  }

  /**
   * Calls `start` when there is, and they have entered. Returns a function that gives up waiting; nothing if too many wait already.
   */
  wait(account: string, credential: string, start: () => void): (() => void) | undefined {
    const waiting = this.#waiting.get(account) ?? new Map<string, Set<() => void>>()
    const own = waiting.get(credential) ?? new Set()
    const all = waiting.values().reduce((count, { size }) => count + size, 0)
    if (all >= mostWaiting.ofAccount || own.size >= mostWaiting.ofCredential) return undefined
    own.add(start)
    waiting.set(credential, own)
    this.#waiting.set(account, waiting)
    return () => {
      own.delete(start)
      this.#tidy(account, credential)
    }
  }

  isWaitedFor(account: string): boolean {
    return this.#waiting.has(account)
  }

  leave(account: string, credential: string): void {
    decrease(this.#inWork.ofAccounts, account)
    decrease(this.#inWork.ofCredentials, credential)
    const waiting = this.#waiting.get(account)
    if (!waiting) return
    for (const [next, own] of waiting) {
      const [start] = own
      if (!start || !this.enter(account, next)) continue
      own.delete(start)
      // Behind the others.
      waiting.delete(next)
      waiting.set(next, own)
      this.#tidy(account, next)
      // Not at once: those of other accounts who have come meanwhile are first.
      setImmediate(start)
      return
    }
  }

  #tidy(account: string, credential: string): void {
    const waiting = this.#waiting.get(account)
    if (waiting?.get(credential)?.size === 0) waiting.delete(credential)
    if (waiting?.size === 0) this.#waiting.delete(account)
  }
}

function decrease(counts: Map<string, number>, key: string): void {
  const count = counts.get(key) ?? 0
  if (count > 1) counts.set(key, count - 1)
  else counts.delete(key)
}
