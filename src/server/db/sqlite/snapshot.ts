import type { DatabaseSync, StatementSync } from 'node:sqlite'

/**
 * One snapshot for the reads of requests that arrived together. To begin a read takes SQLite longer than to look up a
 * row, so requests that the event loop takes from the network in one go share it.
 *
 * Nothing else shares: what a timer has read must not be what a request is answered with that arrived a moment later,
 * when another process may have written in between.
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

  /** From now on, until everything that has arrived from the network has been looked at. */
  share(): void {
    if (this.#isShared) return
    this.#isShared = true
    setImmediate(() => {
      this.#isShared = false
      this.release()
    })
  }

  /** Before each read. */
  hold(): void {
    if (!this.#isShared || this.#isHeld) return
    if (!this.#connection.isTransaction) this.#begin.run()
    this.#isHeld = true
  }

  /** The next read sees what is committed by then. */
  release(): void {
    if (!this.#isHeld) return
    this.#isHeld = false
    try {
      // A read that failed may have ended it already.
      if (this.#connection.isTransaction) this.#end.run()
    } catch {
      // The disk cannot be read. The next read will report it; nobody waits for this one.
    }
  }
}
