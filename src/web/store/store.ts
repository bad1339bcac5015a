import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb'
import type { Card } from '../../contract/card.ts'
import type { Changes } from '../../contract/feed.ts'
import type { Project, Status } from '../../contract/project.ts'
import type { Refused, Waiting } from '../state/changes.ts'
import type { Binned } from '../state/workspace.ts'

/** What is kept of an account on this device. */
export interface Kept {
  /** None before the first visit has loaded everything. */
  account:
    | (Pick<Changes, 'seq' | 'projects' | 'statuses' | 'cards'> & { bin: Binned[] | undefined })
    | undefined
  waiting: Waiting[]
  refused: Refused[]
}

/** What became of operations. */
export interface Settled {
  /** Answered: they stay until the feed has caught up. */
  answered?: readonly Waiting[]
  /** To be forgotten, by their `n`. */
  gone?: readonly number[]
  refused?: readonly Refused[]
}

/** Rows to write and ids to remove, and the state that they lead to. */
export interface Rows {
  seq: number
  cards: readonly Card[]
  projects: readonly Project[]
  statuses: readonly Status[]
  deleted: { cards: readonly string[]; projects: readonly string[]; statuses: readonly string[] }
  /** Only if it is another one. */
  bin?: readonly Binned[]
  /** The rows are the whole account. */
  isAll: boolean
}

interface Schema extends DBSchema {
  cards: { key: string; value: Card }
  projects: { key: string; value: Project }
  statuses: { key: string; value: Status }
  outbox: { key: number; value: Omit<Waiting, 'n'> & { n?: number } }
  refused: { key: string; value: Refused }
  about: { key: string; value: unknown }
}

const rowStores = ['cards', 'projects', 'statuses'] as const
const everything = [...rowStores, 'outbox', 'refused', 'about'] as const
const nameOf = (userId: string) => `inboard.${userId}`

/** The account of one person on this device. Every account has a database of its own. */
export async function openStore(userId: string): Promise<Store> {
  const db = await openDB<Schema>(nameOf(userId), 1, {
    upgrade(made) {
      for (const name of rowStores) made.createObjectStore(name, { keyPath: 'id' })
      made.createObjectStore('outbox', { keyPath: 'n', autoIncrement: true })
      made.createObjectStore('refused', { keyPath: 'key' })
      made.createObjectStore('about')
    },
    // Another tab signs out, or has a newer version: it must not wait for this one.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  })
  return new Store(db)
}

export const deleteStore = (userId: string) => deleteDB(nameOf(userId))

export class Store {
  readonly #db: IDBPDatabase<Schema>
  constructor(db: IDBPDatabase<Schema>) {
    this.#db = db
  }

  async read(): Promise<Kept> {
    const tx = this.#db.transaction(everything)
    const [seq, bin, cards, projects, statuses, waiting, refused] = await Promise.all([
      tx.objectStore('about').get('seq') as Promise<number | undefined>,
      tx.objectStore('about').get('bin') as Promise<Binned[] | undefined>,
      tx.objectStore('cards').getAll(),
      tx.objectStore('projects').getAll(),
      tx.objectStore('statuses').getAll(),
      tx.objectStore('outbox').getAll() as Promise<Waiting[]>,
      tx.objectStore('refused').getAll(),
    ])
    const account = seq === undefined ? undefined : { seq, cards, projects, statuses, bin }
    return { account, waiting, refused }
  }

  /** With the number of the state that the account is in: what that contains is in the outbox no more. */
  async readOutbox(): Promise<Pick<Kept, 'waiting' | 'refused'> & { seq: number | undefined }> {
    const tx = this.#db.transaction(['about', 'outbox', 'refused'])
    const [seq, waiting, refused] = await Promise.all([
      tx.objectStore('about').get('seq') as Promise<number | undefined>,
      tx.objectStore('outbox').getAll() as Promise<Waiting[]>,
      tx.objectStore('refused').getAll(),
    ])
    return { seq, waiting, refused }
  }

  /** Resolves once they are on the disk, power cut or not. Takes refused ones off that are tried again. */
  async add(operations: readonly Omit<Waiting, 'n'>[]): Promise<Waiting[]> {
    const tx = this.#db.transaction(['outbox', 'refused'], 'readwrite', { durability: 'strict' })
    const numbers = operations.map((one) => tx.objectStore('outbox').add(one))
    for (const { key } of operations) tx.objectStore('refused').delete(key)
    tx.commit()
    await tx.done
    return await Promise.all(
      operations.map(async (one, index) => ({ ...one, n: (await numbers[index]) as number })),
    )
  }

  async settle({ answered = [], gone = [], refused = [] }: Settled): Promise<void> {
    const tx = this.#db.transaction(['outbox', 'refused'], 'readwrite', { durability: 'strict' })
    for (const one of answered) tx.objectStore('outbox').put(one)
    for (const n of gone) tx.objectStore('outbox').delete(n)
    for (const one of refused) tx.objectStore('refused').put(one)
    tx.commit()
    await tx.done
  }

  async dismiss(keys: readonly string[]): Promise<void> {
    const tx = this.#db.transaction('refused', 'readwrite')
    for (const key of keys) tx.store.delete(key)
    tx.commit()
    await tx.done
  }

  /** Rows and the operations that they confirm change together: nothing is ever there twice, or not at all. */
  async save({ seq, deleted, isAll, bin, ...rows }: Rows, confirmed: readonly number[]): Promise<void> {
    const tx = this.#db.transaction(everything, 'readwrite')
    for (const name of rowStores) {
      const store = tx.objectStore(name)
      if (isAll) store.clear()
      for (const id of deleted[name]) store.delete(id)
      for (const row of rows[name]) store.put(row)
    }
    for (const n of confirmed) tx.objectStore('outbox').delete(n)
    tx.objectStore('about').put(seq, 'seq')
    if (bin) tx.objectStore('about').put(bin, 'bin')
    tx.commit()
    await tx.done
  }

  async saveBin(bin: readonly Binned[]): Promise<void> {
    await this.#db.put('about', bin, 'bin')
  }

  close(): void {
    this.#db.close()
  }
}
