import type { DatabaseSync } from 'node:sqlite'
import type { Reader } from '../database.ts'
import { KeyedMutex } from '../keyed-mutex.ts'
import { translate } from './errors.ts'
import { queries } from './queries.ts'
import { openToRead } from './reading.ts'

/** Consistent reads over several statements. They share one connection, which they use in turn. */
export class Snapshots {
  readonly #connection: DatabaseSync
  readonly #reader: Reader
  readonly #mutex = new KeyedMutex()

  constructor(file: string) {
    this.#connection = openToRead(file)
    this.#reader = queries(this.#connection)
  }

  take<Result>(work: (db: Reader) => Promise<Result>): Promise<Result> {
    return this.#mutex.take('', () => this.#read(work))
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

  close(): Promise<void> {
    return this.#mutex.take('', async () => this.#connection.close())
  }
}
