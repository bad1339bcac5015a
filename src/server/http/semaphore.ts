/** More than any legitimate client has waiting. One credential alone cannot fill its account's queue. */
const mostWaiting = { ofAccount: 1000, ofCredential: 500, bytes: 8 * 1024 * 1024 }

interface Waiting {
  start(): void
  /** The length of its body, which is in memory. */
  bytes: number
}

interface Queue {
  /** By credential, in the order of their turns. */
  credentials: Map<string, Set<Waiting>>
  count: number
  bytes: number
}

/**
 * A semaphore for each account: a limited number of its requests run at a time, and the others wait. A
 * credential (a session or an API token) holds at most all slots but one, and waiting requests are served
 * round-robin by credential. So one credential can't block the others of its account. Every `enter` needs a
 * `leave`.
 */
export class AccountSemaphore {
  readonly #most: { ofAccount: number; ofCredential: number }
  readonly #inWork = { ofAccounts: new Map<string, number>(), ofCredentials: new Map<string, number>() }
  /** By account. Most have none. */
  readonly #queues = new Map<string, Queue>()

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
   * if too many are waiting, or too many bytes.
   */
  wait(account: string, credential: string, start: () => void, bytes = 0): (() => void) | undefined {
    const queue = this.#queues.get(account) ?? { credentials: new Map(), count: 0, bytes: 0 }
    const own = queue.credentials.get(credential) ?? new Set()
    const { ofAccount, ofCredential, bytes: mostBytes } = mostWaiting
    if (queue.count >= ofAccount || own.size >= ofCredential || queue.bytes + bytes > mostBytes)
      return undefined
    const waiting = { start, bytes }
    own.add(waiting)
    queue.count++
    queue.bytes += bytes
    queue.credentials.set(credential, own)
    this.#queues.set(account, queue)
    return () => this.#remove(account, credential, waiting)
  }

  leave(account: string, credential: string): void {
    decrease(this.#inWork.ofAccounts, account)
    decrease(this.#inWork.ofCredentials, credential)
    const queue = this.#queues.get(account)
    if (!queue) return
    for (const [next, own] of queue.credentials) {
      const [waiting] = own
      if (!waiting || !this.enter(account, next)) continue
      // Moves the credential to the end of the queue.
      queue.credentials.delete(next)
      queue.credentials.set(next, own)
      this.#remove(account, next, waiting)
      // Deferred, so that requests of other accounts that have arrived in the meantime go first.
      setImmediate(waiting.start)
      return
    }
  }

  #remove(account: string, credential: string, waiting: Waiting): void {
    const queue = this.#queues.get(account)
    const own = queue?.credentials.get(credential)
    if (!queue || !own?.delete(waiting)) return
    queue.count--
    queue.bytes -= waiting.bytes
    if (own.size === 0) queue.credentials.delete(credential)
    if (queue.count === 0) this.#queues.delete(account)
  }
}

function decrease(counts: Map<string, number>, key: string): void {
  const count = counts.get(key) ?? 0
  if (count > 1) counts.set(key, count - 1)
  else counts.delete(key)
}
