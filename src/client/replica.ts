import { Board } from '../board/board.ts'
import { type Confirmed, emptyWorkspace, takeIn } from '../board/workspace.ts'
import type { Changes } from '../contract/feed.ts'
import type { CallOptions, Client } from './client.ts'
import { ProblemError, pause } from './failures.ts'

const nothing: Confirmed = { workspace: emptyWorkspace, seq: 0 }

/** A copy of the whole account. Each call of `catchUp` fetches only what has changed since the last one. */
export class Replica {
  readonly #client: Client
  readonly #leastLetters: number | undefined
  #confirmed = nothing
  #board: Board | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(client: Client, leastLetters?: number) {
    this.#client = client
    this.#leastLetters = leastLetters
  }

  get seq(): number {
    return this.#confirmed.seq
  }

  get board(): Board {
    this.#board ??= new Board(this.#confirmed.workspace, this.#leastLetters)
    return this.#board
  }

  takeIn(changes: Changes): void {
    this.#confirmed = takeIn(this.#confirmed, changes)
    this.#board = undefined
  }

  /** Serialises calls: two at a time could apply the same changes in different orders. */
  catchUp(): Promise<Board> {
    const next = this.#last.then(
      () => this.#catchUp(),
      () => this.#catchUp(),
    )
    this.#last = next
    return next
  }

  async #catchUp(): Promise<Board> {
    for (let isMore = true; isMore; ) {
      const changes = await this.#next()
      if (changes.seq !== this.seq || changes.more) this.takeIn(changes)
      isMore = changes.more
    }
    return this.board
  }

  async #next(): Promise<Changes> {
    const { seq } = this
    try {
      return await this.#client.changes(seq === 0 ? {} : { since: seq })
    } catch (error) {
      if (!(error instanceof ProblemError && error.code === 'cursor_gone' && seq > 0)) throw error
      this.#confirmed = nothing
      this.#board = undefined
      return await beginAgain(this.#client, seq)
    }
  }
}

/** A limit in case reports have no effect, for example behind a proxy that answers from a lagging server. */
const maxReports = 4

/** A read-only token, an older server, or a number that the server takes for a mistake. */
const mayNotReport = [403, 404, 422]

/**
 * Loads the whole account after `cursor_gone`. `seen` is the highest number that the client knew. If the
 * server is below it, it has lost changes, and the client reports that first: otherwise the server would
 * reuse numbers that mean something else to this client.
 */
export async function beginAgain(
  client: Pick<Client, 'changes' | 'resetChanges'>,
  seen: number,
  options: CallOptions = {},
): Promise<Changes> {
  for (let reports = 0; ; reports++) {
    const all = await client.changes({}, options)
    if (all.seq >= seen || reports === maxReports) return all
    try {
      await client.resetChanges({ seen }, options)
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      if (mayNotReport.includes(error.status)) return all
      const { retry_after } = error.problem
      if (retry_after === undefined) throw error
      // Another device is reporting. Only if it has seen less is there something left to report.
      await pause((reports === 0 ? 1 : retry_after) * 1000, options.signal)
    }
  }
}
