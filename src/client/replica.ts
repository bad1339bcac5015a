import { Board } from '../board/board.ts'
import { type Confirmed, emptyWorkspace, takeIn } from '../board/workspace.ts'
import type { Changes } from '../contract/feed.ts'
import { beginAgain } from './begin-again.ts'
import type { Client } from './client.ts'
import { ProblemError } from './failures.ts'

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
