import { DatabaseSync } from 'node:sqlite'
import type { Reader } from '../database.ts'
import { patience } from './begin.ts'
import { translate } from './errors.ts'
import { queries } from './queries.ts'

/** Reads of several statements that see one state. They have a connection to themselves, and take turns on it. */
export class Snapshots {
  readonly #connection: DatabaseSync
  readonly #reader: Reader
  #last: Promise<unknown> = Promise.resolve()

  constructor(file: string) {
    this.#connection = new DatabaseSync(file, { readOnly: true, timeout: patience })
    this.#reader = queries(this.#connection)
  }

  take<Result>(work: (db: Reader) => Promise<Result>): Promise<Result> {
    const taken = this.#last.then(() => this.#read(work))
    this.#last = taken.catch(() => {})
    return taken
  }

  async #read<Result>(work: (db: Reader) => Promise<Result>): Promise<Result> {
    try {
      this.#connection.exec('begin')
      return await work(this.#reader)
    } catch (error) {
      throw translate(error)
    } finally {
      if (this.#connection.isTransaction) this.#connection.exec('rollback')
    }
  }

  async close(): Promise<void> {
    await this.#last
    this.#connection.close()
  }
}
