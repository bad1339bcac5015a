import type { DatabaseSync, StatementSync } from 'node:sqlite'

/**
 * What the reads of one turn of the event loop see. To find the newest state of the file and to hold on to it takes
 * SQLite longer than to look up a row, so whoever reads in the same turn shares it.
 */
export class Snapshot {
  readonly #connection: DatabaseSync
  readonly #begin: StatementSync
  readonly #end: StatementSync
  #held = false

  constructor(connection: DatabaseSync) {
    this.#connection = connection
    this.#begin = connection.prepare('begin')
    this.#end = connection.prepare('rollback')
  }

  hold(): void {
    if (this.#held) return
    if (!this.#connection.isTransaction) this.#begin.run()
    this.#held = true
    setImmediate(() => this.release())
  }

  /** The next read looks anew. */
  release(): void {
    if (!this.#held) return
    this.#held = false
    try {
      // A read that failed may have ended it already.
      if (this.#connection.isTransaction) this.#end.run()
    } catch {
      // A disk that cannot be read. Whoever reads next hears of it; nobody waits for this.
    }
  }
}
