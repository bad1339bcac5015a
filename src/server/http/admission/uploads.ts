import type { IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { longestBody } from '../../../contract/values.ts'
import { seconds } from '../../common/clock.ts'
import { fail, type ProblemError } from '../../common/problems.ts'
import { type LongBody, longBody } from '../bodies/long-body.ts'

const mebibytes = 1024 * 1024

/** Limits of one account on this instance. */
export const most = { arriving: 20, bytes: 64 * mebibytes, inMemory: 4 * mebibytes }
/** Limits of all accounts together. Beyond these bytes, each account may use an equal share of them. */
const mostOfAll = { bytes: 2048 * mebibytes, inMemory: 32 * mebibytes }

/**
 * The rate at which an account's long bodies are read, in bytes per millisecond, after an initial burst in
 * milliseconds.
 */
const pace = { rate: (32 * 1024 * 1024) / seconds, start: 50 }

/** Whom a body counts for: an account, or a session's own semaphore outside of its account's limits. */
export interface Uploader {
  account: string
  credential: string
}

interface Upload {
  credential: string
  size: number
  inMemory: number
  file?: LongBody
}

interface Account {
  /** The sum of the sizes. */
  bytes: number
  inMemory: number
  uploads: Map<IncomingMessage, Upload>
}

/**
 * Request bodies by account: those that are arriving, waiting or being processed. The limit of bytes is for
 * all of them, the limit of their number only for those arriving. So that no session or API token can block
 * the others of its account, one that has no such body may always send one of ordinary length.
 */
export class Uploads {
  readonly #accounts = new Map<string, Account>()
  #bytes = 0
  #inMemory = 0
  /**
   * For each account whose long bodies have arrived recently: when that would have ended at the limited rate.
   */
  readonly #dueAt = new Map<string, number>()

  /** Sets the size of a body. If that exceeds a limit, returns the reason and changes nothing. */
  claim(
    { account: name, credential }: Uploader,
    body: IncomingMessage,
    size: number,
  ): ProblemError | undefined {
    const account = this.#accounts.get(name) ?? { bytes: 0, inMemory: 0, uploads: new Map() }
    const { uploads } = account
    const upload = uploads.get(body) ?? { credential, size: 0, inMemory: 0 }
    const more = size - upload.size
    const isOver =
      account.bytes + more > most.bytes || (!uploads.has(body) && arriving(uploads) >= most.arriving)
    if (isOver && !(size <= longestBody && isOnlyOne(uploads, body, credential))) return tooMuchUnfinished()
    const share = mostOfAll.bytes / Math.max(1, this.#accounts.size)
    if (size > longBody && this.#bytes + more > mostOfAll.bytes && account.bytes + more > share)
      return fail('unavailable')
    this.#bytes += more
    account.bytes += more
    uploads.set(body, { ...upload, size })
    this.#accounts.set(name, account)
    return undefined
  }

  /** Reserves memory for a body. False if it has to go to disk. */
  hold({ account: name }: Uploader, body: IncomingMessage, size: number): boolean {
    const account = this.#accounts.get(name)
    const upload = account?.uploads.get(body)
    if (!account || !upload) return true
    const more = size - upload.inMemory
    if (account.inMemory + more > most.inMemory || this.#inMemory + more > mostOfAll.inMemory) return false
    upload.inMemory += more
    account.inMemory += more
    this.#inMemory += more
    return true
  }

  /** Counts bytes of a long body that have arrived. Resolves when more of it may be read. */
  async throttle({ account }: Uploader, bytes: number): Promise<void> {
    const now = performance.now()
    const dueAt = Math.max(now, this.#dueAt.get(account) ?? 0) + bytes / pace.rate
    for (const [other, due] of this.#dueAt) if (due <= now) this.#dueAt.delete(other)
    this.#dueAt.set(account, dueAt)
    if (dueAt - now > pace.start) await pause(dueAt - now - pace.start)
  }

  /** Closes the file of a body when the body is released. */
  keep({ account }: Uploader, body: IncomingMessage, file: LongBody): void {
    const upload = this.#accounts.get(account)?.uploads.get(body)
    if (upload) upload.file = file
    else void file.close()
  }

  /** Idempotent. */
  release(uploader: Uploader, body: IncomingMessage): void {
    const { account: name } = uploader
    const account = this.#accounts.get(name)
    const upload = account?.uploads.get(body)
    if (!account || !upload) return
    void upload.file?.close()
    this.hold(uploader, body, 0)
    this.#bytes -= upload.size
    account.bytes -= upload.size
    account.uploads.delete(body)
    if (account.uploads.size === 0) this.#accounts.delete(name)
  }
}

const tooMuchUnfinished = () =>
  fail('rate_limited', {
    detail:
      'Your account has too many unfinished uploads. Try again in {retry_after} seconds, or finish one first.',
    retry_after: 5,
  })

/** `complete` is set by the parser: a body may have arrived before anybody has read it to its end. */
const arriving = (uploads: Account['uploads']) =>
  uploads.keys().reduce((count, { complete }) => (complete ? count : count + 1), 0)

/** The exception ends at twice the limit. */
const isOnlyOne = (uploads: Account['uploads'], body: IncomingMessage, credential: string) =>
  arriving(uploads) < 2 * most.arriving &&
  uploads.entries().every(([other, upload]) => other === body || upload.credential !== credential)
