import type { IncomingMessage } from 'node:http'

/** Of one account, on this instance. */
const most = { arriving: 20, bytes: 64 * 1024 * 1024 }

interface Account {
  /** The sum of the sizes. */
  bytes: number
  sizes: Map<IncomingMessage, number>
}

/**
 * The request bodies of each account that are not in work yet: some are arriving, others wait in line. Both take memory, so
 * the limit of bytes is for all of them; the limit of their number is for those that are arriving.
 */
export class Uploads {
  readonly #accounts = new Map<string, Account>()

  /** Sets the size of a body. False, with nothing changed, if that is over a limit. */
  claim(ownerId: string, body: IncomingMessage, size: number): boolean {
    const account = this.#accounts.get(ownerId) ?? { bytes: 0, sizes: new Map() }
    const { sizes } = account
    const bytes = account.bytes + size - (sizes.get(body) ?? 0)
    if (bytes > most.bytes || (!sizes.has(body) && arriving(sizes) >= most.arriving)) return false
    account.bytes = bytes
    sizes.set(body, size)
    this.#accounts.set(ownerId, account)
    return true
  }

  /** Calling it again does nothing. */
  release(ownerId: string, body: IncomingMessage): void {
    const account = this.#accounts.get(ownerId)
    if (!account) return
    account.bytes -= account.sizes.get(body) ?? 0
    account.sizes.delete(body)
    if (account.sizes.size === 0) this.#accounts.delete(ownerId)
  }
}

/** `complete` is the parser's: pipelined requests arrive together, before the stream of the first one has ended. */
const arriving = (sizes: Account['sizes']) =>
  sizes.keys().reduce((count, { complete }) => (complete ? count : count + 1), 0)
