import type { IncomingMessage } from 'node:http'
import { longestBody } from '../../contract/values.ts'

/** Of one account, on this instance. */
const most = { arriving: 20, bytes: 64 * 1024 * 1024 }

/** Whose body it is: that of an account, or of one of its lines that is outside of its limits. */
export interface Uploader {
  account: string
  credential: string
}

interface Upload {
  credential: string
  size: number
}

interface Account {
  /** The sum of the sizes. */
  bytes: number
  uploads: Map<IncomingMessage, Upload>
}

/**
 * The request bodies of each account that are in memory: some are arriving, others wait in line or are in work. The limit of bytes
 * is for all of them; the limit of their number is for those that are arriving. So that no session or API token can
 * keep the others of its account out, one that has no such body may always send one of the usual length.
 */
export class Uploads {
  readonly #accounts = new Map<string, Account>()

  /** Sets the size of a body. False, with nothing changed, if that is over a limit. */
  claim({ account: name, credential }: Uploader, body: IncomingMessage, size: number): boolean {
    const account = this.#accounts.get(name) ?? { bytes: 0, uploads: new Map() }
    const { uploads } = account
    const bytes = account.bytes + size - (uploads.get(body)?.size ?? 0)
    const isOver = bytes > most.bytes || (!uploads.has(body) && arriving(uploads) >= most.arriving)
    if (isOver && !(size <= longestBody && isOnlyOne(uploads, body, credential))) return false
    account.bytes = bytes
    uploads.set(body, { credential, size })
    this.#accounts.set(name, account)
    return true
  }

  /** Calling it again does nothing. */
  release({ account: name }: Uploader, body: IncomingMessage): void {
    const account = this.#accounts.get(name)
    if (!account) return
    account.bytes -= account.uploads.get(body)?.size ?? 0
    account.uploads.delete(body)
    if (account.uploads.size === 0) this.#accounts.delete(name)
  }
}

/** `complete` is the parser's: a body may have arrived before anybody has read it to its end. */
const arriving = (uploads: Account['uploads']) =>
  uploads.keys().reduce((count, { complete }) => (complete ? count : count + 1), 0)

/** Where there are as many besides those that are allowed, nobody is let in any more. */
const isOnlyOne = (uploads: Account['uploads'], body: IncomingMessage, credential: string) =>
  arriving(uploads) < 2 * most.arriving &&
  uploads.entries().every(([other, upload]) => other === body || upload.credential !== credential)
