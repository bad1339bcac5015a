import type { Binned } from '../../board/workspace.ts'
import type { Card } from '../../contract/card.ts'
import type { Changes, SetBack } from '../../contract/feed.ts'
import type { Project, Status } from '../../contract/project.ts'
import { ours } from '../device/base.ts'
import { keep } from '../device/local-storage.ts'
import { tabName } from '../device/tab.ts'
import type { Refused, Waiting } from '../model/changes.ts'
import { newId } from '../model/operations.ts'

/** The data of an account on this device. */
export interface Kept {
  /** Undefined until the account has been loaded once. */
  account:
    | (Pick<Changes, 'seq' | 'projects' | 'statuses' | 'cards' | 'set_backs'> & { bin: Binned[] | undefined })
    | undefined
  waiting: Waiting[]
  refused: Refused[]
  /** Identifies the database: a new one has a new id. Those of older releases have none. */
  id: string | undefined
}

/** The outcome of operations. */
export interface Settled {
  /** Answered by the server: kept until the feed confirms them. */
  answered?: readonly Waiting[]
  /** To be removed, by their `n`. */
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
  /** Set only if it has changed. */
  bin?: readonly Binned[]
  /** The rows are the whole account. */
  isAll: boolean
  /** With a whole account only. */
  set_backs?: readonly SetBack[] | undefined
  /** Changes that the server has lost. */
  lost?: readonly Refused[]
}

const rowStores = ['cards', 'projects', 'statuses'] as const
const everything = [...rowStores, 'outbox', 'refused', 'about'] as const
/** Schema versions: the oldest that can be read, of 0.10.1, and this one. */
const oldest = 3
const version = 3
const nameOf = (userId: string) => ours + userId

/** Opens the database of an account. Each account has its own. */
export async function openStore(userId: string, onLost = () => {}): Promise<Store> {
  const db = await openDatabase(userId, onLost)
  if (everything.every((name) => db.objectStoreNames.contains(name))) return new Store(db)
  // Its creation was interrupted, for example by a crash, so it is empty.
  db.close()
  await deleteStore(userId)
  return new Store(await openDatabase(userId, onLost))
}

/** The store is older than 0.10.1, the last version that could convert it. It may hold unsent changes, so it stays. */
export class OldStoreError extends Error {}

async function openDatabase(userId: string, onLost: () => void): Promise<IDBDatabase> {
  let isOld = false
  const opening = indexedDB.open(nameOf(userId), version)
  opening.onupgradeneeded = ({ oldVersion }) => {
    isOld = oldVersion > 0 && oldVersion < oldest
    if (isOld) opening.transaction?.abort()
    // Upgrades of stores of later versions go here.
    else if (oldVersion === 0) create(opening.result)
  }
  const opened = resultOf(opening)
  try {
    // Short, because nothing is shown until this is done.
    const db = await inTime(opened, 10_000)
    // Another tab is signing out or upgrading the schema, and must not wait for this one.
    db.onversionchange = () => db.close()
    db.onclose = onLost
    return db
  } catch (error) {
    opened.then((late) => late.close()).catch(() => {})
    throw isOld ? new OldStoreError() : error
  }
}

function create(db: IDBDatabase): void {
  for (const name of rowStores) db.createObjectStore(name, { keyPath: 'id' })
  const outbox = db.createObjectStore('outbox', { keyPath: 'n', autoIncrement: true })
  db.createObjectStore('refused', { keyPath: 'key' })
  db.createObjectStore('about').put(newId(), 'id')
  // Numbers start at the current time in tenths of a second, so that a new database never reuses a number that a tab
  // remembers from the old one.
  const first = Math.floor(Date.now() / 100)
  outbox.put({ n: first })
  outbox.delete(first)
}

export const deleteStore = (userId: string): Promise<void> =>
  inTime(resultOf(indexedDB.deleteDatabase(nameOf(userId)))).then(() => {})

type Part = (typeof everything)[number]

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  request.onsuccess = () => resolve(request.result)
  request.onerror = () => reject(request.error)
  return promise
}

function committed(tx: IDBTransaction): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  tx.oncomplete = resolve
  tx.onabort = () => reject(tx.error ?? new DOMException('It was aborted.', 'AbortError'))
  return promise
}

const about = <T>(tx: IDBTransaction, name: string): Promise<T | undefined> =>
  resultOf(tx.objectStore('about').get(name))
const all = <T>(tx: IDBTransaction, name: Part): Promise<T[]> => resultOf(tx.objectStore(name).getAll())

export class Store {
  readonly #db: IDBDatabase
  constructor(db: IDBDatabase) {
    this.#db = db
  }

  async read(): Promise<Kept> {
    return await inTime(readAll(this.#db.transaction(everything)))
  }

  /** With the sequence number of the stored account: operations up to it have left the outbox. */
  async readOutbox(): Promise<Pick<Kept, 'waiting' | 'refused'> & { seq: number | undefined }> {
    const tx = this.#db.transaction(['about', 'outbox', 'refused'])
    const [seq, waiting, refused] = await inTime(
      Promise.all([about<number>(tx, 'seq'), all<Waiting>(tx, 'outbox'), all<Refused>(tx, 'refused')]),
    )
    return { seq, waiting, refused }
  }

  /** Resolves once they would survive a power cut. Removes them from the refused ones, in case of a retry. */
  async add(operations: readonly Omit<Waiting, 'n'>[]): Promise<Waiting[]> {
    const numbers: IDBRequest<IDBValidKey>[] = []
    const work = async (tx: IDBTransaction) => {
      for (const one of operations) {
        numbers.push(tx.objectStore('outbox').add(one))
        tx.objectStore('refused').delete(one.key)
      }
      // Commit without waiting for the numbers, in case the tab crashes first.
      tx.commit()
    }
    // Short, because the person is waiting to see the result.
    await this.#write(['outbox', 'refused'], 'strict', work, 5_000)
    return operations.map((one, index) => ({ ...one, n: Number(numbers[index]?.result) }))
  }

  async settle({ answered = [], gone = [], refused = [] }: Settled): Promise<void> {
    await this.#write(['outbox', 'refused'], 'strict', async (tx) => {
      const outbox = tx.objectStore('outbox')
      // Skips those that another tab has settled meanwhile.
      const there = new Set(answered.length > 0 ? await resultOf(outbox.getAllKeys()) : [])
      for (const one of answered) if (there.has(one.n)) tx.objectStore('outbox').put(one)
      for (const n of gone) tx.objectStore('outbox').delete(n)
      for (const one of refused) tx.objectStore('refused').put(one)
    })
  }

  async dismiss(keys: readonly string[]): Promise<void> {
    await this.#write(['refused'], 'default', async (tx) => {
      for (const key of keys) tx.objectStore('refused').delete(key)
    })
  }

  /**
   * Writes rows and removes the operations that they confirm in one transaction, so that nothing is ever there twice or missing.
   * Writes nothing and resolves to false if the disk is not in the state `from`: the tab has lost the lead without noticing.
   */
  async save(
    { seq, deleted, isAll, bin, set_backs, lost = [], ...rows }: Rows,
    confirmed: readonly Waiting[],
    from: number,
  ): Promise<boolean> {
    return await this.#write(everything, 'default', async (tx) => {
      if (((await about(tx, 'seq')) ?? 0) !== from) return false
      for (const name of rowStores) {
        const store = tx.objectStore(name)
        if (isAll) store.clear()
        for (const id of deleted[name]) store.delete(id)
        for (const row of rows[name]) store.put(row)
      }
      for (const { n } of confirmed) tx.objectStore('outbox').delete(n)
      tx.objectStore('about').put(seq, 'seq')
      if (bin) tx.objectStore('about').put(bin, 'bin')
      if (set_backs) tx.objectStore('about').put(set_backs, 'set_backs')
      for (const one of lost) tx.objectStore('refused').put(one)
      return true
    })
  }

  async saveBin(bin: readonly Binned[]): Promise<void> {
    await this.#write(['about'], 'default', async (tx) => void tx.objectStore('about').put(bin, 'bin'))
  }

  /**
   * Merges memory and disk after a tab could not write for a while: keeps what either has added since they were last the same,
   * and removes what either has settled. If the database is a new one, nothing counts as settled.
   */
  async merge({ account, waiting, refused, known }: Held): Promise<Kept> {
    return await this.#write(everything, 'strict', async (tx) => {
      const there = await readAll(tx)
      const before = there.id === known.id ? known : undefined
      mergeInto(tx.objectStore('outbox'), waiting, there.waiting, before?.waiting)
      mergeInto(tx.objectStore('refused'), refused, there.refused, before?.refused)
      if (account && (there.account?.seq ?? -1) < account.seq) {
        for (const name of rowStores) {
          tx.objectStore(name).clear()
          for (const row of account[name]) tx.objectStore(name).put(row)
        }
        tx.objectStore('about').put(account.seq, 'seq')
        if (account.bin) tx.objectStore('about').put(account.bin, 'bin')
        if (account.set_backs) tx.objectStore('about').put(account.set_backs, 'set_backs')
      }
      return await readAll(tx)
    })
  }

  /** Removes what the server has, and resolves to the rest. A snapshot must come next, so the cursor goes, too. */
  async reduce(): Promise<Pick<Kept, 'waiting' | 'refused'>> {
    return await this.#write(everything, 'strict', async (tx) => {
      for (const name of rowStores) tx.objectStore(name).clear()
      for (const name of ['seq', 'bin']) tx.objectStore('about').delete(name)
      const { waiting, refused } = await readAll(tx)
      for (const { n, seq } of waiting) if (seq !== undefined) tx.objectStore('outbox').delete(n)
      return { waiting: waiting.filter(({ seq }) => seq === undefined), refused }
    })
  }

  close(): void {
    this.#db.close()
  }

  /** Runs a transaction: all or nothing. Resolves once it is committed. */
  async #write<T>(
    parts: readonly Part[],
    durability: IDBTransactionDurability,
    work: (tx: IDBTransaction) => Promise<T>,
    within?: number,
  ): Promise<T> {
    const tx = this.#db.transaction(parts, 'readwrite', { durability })
    try {
      const [result] = await inTime(Promise.all([work(tx), committed(tx)]), within)
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

async function readAll(tx: IDBTransaction): Promise<Kept> {
  const [id, seq, bin, setBacks, cards, projects, statuses, waiting, refused] = await Promise.all([
    about<string>(tx, 'id'),
    about<number>(tx, 'seq'),
    about<Binned[]>(tx, 'bin'),
    about<SetBack[]>(tx, 'set_backs'),
    all<Card>(tx, 'cards'),
    all<Project>(tx, 'projects'),
    all<Status>(tx, 'statuses'),
    all<Waiting>(tx, 'outbox'),
    all<Refused>(tx, 'refused'),
  ])
  const account =
    seq === undefined
      ? undefined
      : { seq, cards, projects, statuses, bin, ...(setBacks && { set_backs: setBacks }) }
  return { account, waiting, refused, id }
}

/** In milliseconds. */
const patience = 20_000

/** A timeout for IndexedDB, which may never answer. */
async function inTime<T>(work: Promise<T>, within = patience): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(reject, within, new Error('The database of this browser does not answer.'))
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

/** The memory of a tab, and the contents of the disk when the two were last the same. */
export interface Held extends Pick<Kept, 'account' | 'waiting' | 'refused'> {
  known: OnDisk
}

export type OnDisk = { readonly [Name in 'id' | 'waiting' | 'refused']: Readonly<Kept[Name]> }

interface Entry {
  n: number
  key: string
}

/** A three-way merge of memory (`mine`) into the disk (`there`). `before` is their last common state, if known. */
function mergeInto(
  store: IDBObjectStore,
  mine: readonly Entry[],
  there: readonly Entry[],
  before: readonly Entry[] = [],
): void {
  const keysOf = (some: readonly Entry[]) => new Set(some.map(({ key }) => key))
  const [mineNow, known] = [keysOf(mine), keysOf(before)]
  const theirs = new Map(there.map((one) => [one.key, one]))
  const numbers = new Set(there.map(({ n }) => n))
  for (const one of mine) {
    const { n, ...unnumbered } = one
    const same = theirs.get(one.key)
    if (same) store.put({ ...one, n: same.n })
    // It was on the disk and is gone: another tab has settled it.
    else if (known.has(one.key)) continue
    // If its number is taken, IndexedDB assigns the next one.
    else if (numbers.has(n) && store.autoIncrement) store.put(unnumbered)
    else store.put(one)
  }
  for (const { n, key } of there)
    if (known.has(key) && !mineNow.has(key)) store.delete(store.autoIncrement ? n : key)
}

// What IndexedDB does not take, such as from a page that is older than the schema, waits in local storage for a page that can
// write it. Later versions must go on reading this, because the pages that write it can't change any more.

type Unwritten = Pick<Kept, 'waiting' | 'refused'>

const prefixOf = (userId: string) => `${ours}unwritten.${userId}.`
export const isUnwritten = (key: string | null, userId: string) => key?.startsWith(prefixOf(userId)) ?? false
const keysOf = (userId: string) => Object.keys(localStorage).filter((key) => isUnwritten(key, userId))

/** Replaces those of this tab. False if there is no room. */
export function keepUnwritten(userId: string, changes: Unwritten): boolean {
  const key = prefixOf(userId) + tabName()
  const text = changes.waiting.length + changes.refused.length > 0 ? JSON.stringify(changes) : null
  keep(key, text)
  return localStorage.getItem(key) === text
}

/** Those of all tabs. */
export function readUnwritten(userId: string): Unwritten {
  const all = keysOf(userId).map((key): Unwritten => JSON.parse(localStorage.getItem(key) ?? ''))
  return {
    waiting: all.flatMap(({ waiting }) => waiting),
    refused: all.flatMap(({ refused }) => refused),
  }
}

export const forgetUnwritten = (userId: string) => {
  for (const key of keysOf(userId)) keep(key, null)
}

/**
 * After a session has ended, removes everything of an account from this device that the server has. Returns the rest; undefined
 * if it can't be read.
 */
export async function reduceToUnsent(userId: string): Promise<Waiting[] | undefined> {
  try {
    const store = await openStore(userId)
    const { waiting, refused } = await store.reduce().finally(() => store.close())
    if (waiting.length + refused.length === 0) await deleteStore(userId)
    const left = readUnwritten(userId)
    return [...waiting, ...refused, ...left.waiting, ...left.refused]
  } catch {
    // No storage in this browser, or that of a newer version.
    return undefined
  }
}

/** The accounts that were signed in here before, and did not sign out. */
export async function reduceOthers(userId: string): Promise<void> {
  for (const { name = '' } of await indexedDB.databases())
    if (name.startsWith(ours) && name !== ours + userId) await reduceToUnsent(name.slice(ours.length))
}
