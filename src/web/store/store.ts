import { type DBSchema, deleteDB, type IDBPDatabase, type IDBPTransaction, openDB, unwrap } from 'idb'
import type { Card } from '../../contract/card.ts'
import type { Changes } from '../../contract/feed.ts'
import type { Project, Status } from '../../contract/project.ts'
import type { Refused, Waiting } from '../state/changes.ts'
import { newId } from '../state/new-id.ts'
import type { Binned } from '../state/workspace.ts'
import { inTime } from './in-time.ts'
import { type Held, mergeInto } from './merge.ts'
import { upgradeRows } from './upgrade.ts'

/** What is kept of an account on this device. */
export interface Kept {
  /** None before the first visit has loaded everything. */
  account:
    | (Pick<Changes, 'seq' | 'projects' | 'statuses' | 'cards'> & { bin: Binned[] | undefined })
    | undefined
  waiting: Waiting[]
  refused: Refused[]
  /** Of the database, each time that it is made. Old ones have none. */
  id: string | undefined
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
/**
 * Of the schema. 2 added the operation “move cards”, which earlier releases would have dropped; 3, when an operation was made, and by
 * which version.
 */
const version = 3
const nameOf = (userId: string) => `inboard.${userId}`

/** The account of one person on this device. Every account has a database of its own. */
export async function openStore(userId: string, onLost = () => {}): Promise<Store> {
  const db = await openDatabase(userId, onLost)
  if (everything.every((name) => db.objectStoreNames.contains(name))) return new Store(db)
  // Whatever has made it before its parts could be made, such as a browser that ended just then: there is nothing in it.
  db.close()
  await deleteStore(userId)
  return new Store(await openDatabase(userId, onLost))
}

const openDatabase = (userId: string, onLost: () => void): Promise<IDBPDatabase<Schema>> =>
  inTime(
    openDB<Schema>(nameOf(userId), version, {
      upgrade(made, oldVersion, _newVersion, tx) {
        if (oldVersion > 0) return upgradeRows(unwrap(tx))
        for (const name of rowStores) made.createObjectStore(name, { keyPath: 'id' })
        const outbox = made.createObjectStore('outbox', { keyPath: 'n', autoIncrement: true })
        made.createObjectStore('refused', { keyPath: 'key' })
        made.createObjectStore('about').put(newId(), 'id')
        // It counts on from the tenths of seconds of all time, so that a database that is made anew uses no number again which a tab
        // remembers of the one before.
        const first = Math.floor(Date.now() / 100)
        outbox.put({ n: first } as Waiting)
        outbox.delete(first)
      },
      // Another tab signs out, or has a newer version: it must not wait for this one.
      blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
      terminated: onLost,
    }),
    // Somebody waits to see anything at all.
    { within: 10_000, dispose: (late) => late.close() },
  )

export const deleteStore = (userId: string): Promise<void> => inTime(deleteDB(nameOf(userId)))

type Part = (typeof everything)[number]
type Writing = IDBPTransaction<Schema, Part[], 'readwrite'>

export class Store {
  readonly #db: IDBPDatabase<Schema>
  constructor(db: IDBPDatabase<Schema>) {
    this.#db = db
  }

  async read(): Promise<Kept> {
    const tx = this.#db.transaction(everything)
    tx.done.catch(() => {})
    return await inTime(readAll(tx))
  }

  /** With the number of the state that the account is in: what that contains is in the outbox no more. */
  async readOutbox(): Promise<Pick<Kept, 'waiting' | 'refused'> & { seq: number | undefined }> {
    const tx = this.#db.transaction(['about', 'outbox', 'refused'])
    tx.done.catch(() => {})
    const [seq, waiting, refused] = await inTime(
      Promise.all([
        tx.objectStore('about').get('seq') as Promise<number | undefined>,
        tx.objectStore('outbox').getAll() as Promise<Waiting[]>,
        tx.objectStore('refused').getAll(),
      ]),
    )
    return { seq, waiting, refused }
  }

  /** Resolves once they are on the disk, power cut or not. Takes refused ones off that are tried again. */
  async add(operations: readonly Omit<Waiting, 'n'>[]): Promise<Waiting[]> {
    const work = async (tx: Writing) => {
      const outbox = tx.objectStore('outbox')
      const numbers = Promise.all(operations.map((one) => outbox.add(one)))
      for (const { key } of operations) part(tx, 'refused').delete(key)
      // Without waiting for the numbers: the tab may crash before they are heard of.
      tx.commit()
      const given = await numbers
      return operations.map((one, index) => ({ ...one, n: given[index] ?? 0 }))
    }
    // Somebody waits to see what they have done.
    return await this.#write(['outbox', 'refused'], 'strict', work, 5_000)
  }

  async settle({ answered = [], gone = [], refused = [] }: Settled): Promise<void> {
    await this.#write(['outbox', 'refused'], 'strict', async (tx) => {
      const outbox = tx.objectStore('outbox')
      // One that another tab has settled meanwhile does not come back.
      const there = new Set(answered.length > 0 ? await outbox.getAllKeys() : [])
      for (const one of answered) if (there.has(one.n)) part(tx, 'outbox').put(one)
      for (const n of gone) part(tx, 'outbox').delete(n)
      for (const one of refused) part(tx, 'refused').put(one)
    })
  }

  async dismiss(keys: readonly string[]): Promise<void> {
    await this.#write(['refused'], 'default', async (tx) => {
      for (const key of keys) part(tx, 'refused').delete(key)
    })
  }

  /**
   * Rows and the operations that they confirm change together: nothing is ever there twice, or not at all. They lead on from a
   * state: if the disk is in another one, the tab has lost the lead without noticing, and nothing is written.
   */
  async save(
    { seq, deleted, isAll, bin, ...rows }: Rows,
    confirmed: readonly number[],
    from: number,
  ): Promise<boolean> {
    return await this.#write(everything, 'default', async (tx) => {
      if (((await tx.objectStore('about').get('seq')) ?? 0) !== from) return false
      for (const name of rowStores) {
        const store = part(tx, name)
        if (isAll) store.clear()
        for (const id of deleted[name]) store.delete(id)
        for (const row of rows[name]) store.put(row)
      }
      for (const n of confirmed) part(tx, 'outbox').delete(n)
      part(tx, 'about').put(seq, 'seq')
      if (bin) part(tx, 'about').put(bin, 'bin')
      return true
    })
  }

  async saveBin(bin: readonly Binned[]): Promise<void> {
    await this.#write(['about'], 'default', async (tx) => void part(tx, 'about').put(bin, 'bin'))
  }

  /**
   * Brings together what a tab has in memory and what is on the disk, after the tab could not write for a while: what either has
   * added since they last agreed is there, and what either has settled is not. Of a database that was made anew nothing is known
   * to be settled.
   */
  async merge({ account, waiting, refused, known }: Held): Promise<Kept> {
    return await this.#write(everything, 'strict', async (tx) => {
      const there = await readAll(tx)
      const before = there.id === known.id ? known : undefined
      mergeInto(part(tx, 'outbox'), waiting, there.waiting, before?.waiting)
      mergeInto(part(tx, 'refused'), refused, there.refused, before?.refused)
      if (account && (there.account?.seq ?? -1) < account.seq) {
        for (const name of rowStores) {
          part(tx, name).clear()
          for (const row of account[name]) part(tx, name).put(row)
        }
        part(tx, 'about').put(account.seq, 'seq')
        if (account.bin) part(tx, 'about').put(account.bin, 'bin')
      }
      return await readAll(tx)
    })
  }

  close(): void {
    this.#db.close()
  }

  /** Does all of it or nothing, and resolves once it is on the disk. */
  async #write<T>(
    parts: readonly Part[],
    durability: IDBTransactionDurability,
    work: (tx: Writing) => Promise<T>,
    within?: number,
  ): Promise<T> {
    const tx = this.#db.transaction(parts, 'readwrite', { durability }) as Writing
    // Whoever works with it hears of its end below, or has failed before.
    tx.done.catch(() => {})
    try {
      const result = await inTime(work(tx), { within })
      await inTime(tx.done, { within })
      return result
    } catch (error) {
      try {
        tx.abort()
      } catch {
        // It has ended already.
      }
      throw error
    }
  }
}

/** One whose requests need no answer: if one fails, the transaction does. */
const part = (tx: Writing, name: Part): IDBObjectStore => unwrap(tx.objectStore(name)) as IDBObjectStore

async function readAll(tx: IDBPTransaction<Schema, Part[], IDBTransactionMode>): Promise<Kept> {
  const [id, seq, bin, cards, projects, statuses, waiting, refused] = await Promise.all([
    tx.objectStore('about').get('id') as Promise<string | undefined>,
    tx.objectStore('about').get('seq') as Promise<number | undefined>,
    tx.objectStore('about').get('bin') as Promise<Binned[] | undefined>,
    tx.objectStore('cards').getAll(),
    tx.objectStore('projects').getAll(),
    tx.objectStore('statuses').getAll(),
    tx.objectStore('outbox').getAll() as Promise<Waiting[]>,
    tx.objectStore('refused').getAll(),
  ])
  const account = seq === undefined ? undefined : { seq, cards, projects, statuses, bin }
  return { account, waiting, refused, id }
}
