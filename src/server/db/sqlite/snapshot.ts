import type { DatabaseSync, StatementSync } from 'node:sqlite'

/**
 * One snapshot for the reads of requests that arrived together. Beginning a read takes SQLite longer than
 * looking up a row, so requests that the event loop takes from the network at once share it.
 *
 * Nothing else shares it: a request must not be answered from a read that a timer began before it arrived,
 * because another process may have written in between.
 */
export class Snapshot {
  readonly #connection: DatabaseSync
  readonly #begin: StatementSync
  readonly #end: StatementSync
  #isShared = false
  #isHeld = false

  constructor(connection: DatabaseSync) {
    this.#connection = connection
    this.#begin = connection.prepare('begin')
    this.#end = connection.prepare('rollback')
  }

  /** Shares the snapshot until everything that has arrived from the network has been handled. */
  share(): void {
    if (this.#isShared) return
    this.#isShared = true
    setImmediate(() => {
      this.#isShared = false
      this.release()
    })
  }

  /** Call it before each read. */
  hold(): void {
    if (!this.#isShared || this.#isHeld) return
    if (!this.#connection.isTransaction) this.#begin.run()
    this.#isHeld = true
  }

  /** Makes the next read see everything committed by then. */
  release(): void {
    if (!this.#isHeld) return
    this.#isHeld = false
    try {
      // A failed read may have ended the transaction.
      if (this.#connection.isTransaction) this.#end.run()
    } catch {
      // The disk cannot be read. The next read reports it.
    }
  }
}
