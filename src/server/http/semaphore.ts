/** More than any legitimate client has waiting. One credential alone cannot fill its account's queue. */
const maxWaiting = { ofAccount: 1000, ofCredential: 500, bytes: 8 * 1024 * 1024 }

/** For whom a request runs. */
export interface Place {
  account: string
  credential: string
}

interface Waiting {
  credential: string
  /** The length of its body, which is in memory. */
  bytes: number
  start(): void
}

/** Only accounts with running requests have one. */
interface Account {
  /** The credential of each running request. */
  running: string[]
  waiting: Set<Waiting>
}

/**
 * A semaphore for each account: a limited number of its requests run at a time, and the others wait. A
 * credential (a session or an API token) holds at most all slots but one, so it can't block the others of its
 * account. Every `enter` needs a `leave`.
 */
export class AccountSemaphore {
  readonly #most: number
  readonly #accounts = new Map<string, Account>()

  constructor(most: number) {
    this.#most = most
  }

  /** True if there was a free slot, which is now taken. */
  enter({ account, credential }: Place): boolean {
    const found = this.#accounts.get(account)
    if (!found) {
      this.#accounts.set(account, { running: [credential], waiting: new Set() })
      return true
    }
    const { running } = found
    const isOwn = (one: string) => one === credential
    if (running.length >= this.#most) return false
    if (running.filter(isOwn).length >= Math.max(1, this.#most - 1)) return false
    running.push(credential)
    return true
  }

  /**
   * Calls `start` when a slot has been taken for it. Returns a function that cancels the wait, or undefined
   * if too many are waiting, or too many bytes.
   */
  wait({ account, credential }: Place, start: () => void, bytes = 0): (() => void) | undefined {
    const queue = this.#accounts.get(account)?.waiting ?? new Set()
    const sum = { own: 0, bytes }
    for (const one of queue) {
      sum.bytes += one.bytes
      if (one.credential === credential) sum.own++
    }
    const { ofAccount, ofCredential, bytes: maxBytes } = maxWaiting
    if (queue.size >= ofAccount || sum.own >= ofCredential || sum.bytes > maxBytes) return undefined
    const waiting = { credential, bytes, start }
    queue.add(waiting)
    return () => queue.delete(waiting)
  }

  leave({ account, credential }: Place): void {
    const found = this.#accounts.get(account)
    if (!found) return
    const { running, waiting } = found
    running.splice(running.indexOf(credential), 1)
    for (const next of waiting) {
      if (!this.enter({ account, credential: next.credential })) continue
      waiting.delete(next)
      // Deferred, so that requests of other accounts that have arrived in the meantime go first.
      setImmediate(next.start)
      return
    }
    if (running.length === 0) this.#accounts.delete(account)
  }
}
