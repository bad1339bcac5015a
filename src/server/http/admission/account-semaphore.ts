/** More than any legitimate client has waiting. One credential alone cannot fill its account's queue. */
const mostWaiting = { ofAccount: 1000, ofCredential: 500 }

/**
 * A semaphore for each account: a limited number of its requests run at a time, and the others wait. A
 * credential (a session or an API token) holds at most all slots but one, and waiting requests are served
 * round-robin by credential. So one credential can't block the others of its account. Every `enter` needs a
 * `leave`.
 */
export class AccountSemaphore {
  readonly #most: { ofAccount: number; ofCredential: number }
  readonly #inWork = { ofAccounts: new Map<string, number>(), ofCredentials: new Map<string, number>() }
  /** By account and credential, in the order of their turns. Most accounts have none. */
  readonly #waiting = new Map<string, Map<string, Set<() => void>>>()

  constructor(most: number) {
    this.#most = { ofAccount: most, ofCredential: Math.max(1, most - 1) }
  }

  /** True if there was a free slot, which is now taken. */
  enter(account: string, credential: string): boolean {
    const { ofAccounts, ofCredentials } = this.#inWork
    const [all, own] = [ofAccounts.get(account) ?? 0, ofCredentials.get(credential) ?? 0]
    if (all >= this.#most.ofAccount || own >= this.#most.ofCredential) return false
    ofAccounts.set(account, all + 1)
    ofCredentials.set(credential, own + 1)
    return true
  }

  /**
   * Calls `start` when a slot has been taken for it. Returns a function that cancels the wait, or undefined
   * if too many are waiting.
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
      // Moves the credential to the end of the queue.
      waiting.delete(next)
      waiting.set(next, own)
      this.#tidy(account, next)
      // Deferred, so that requests of other accounts that have arrived in the meantime go first.
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
