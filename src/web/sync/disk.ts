import { batch, computed, signal } from '@preact/signals'
import { type Confirmed, emptyWorkspace, takeInAll } from '../../board/workspace.ts'
import { pause } from '../../client/failures.ts'
import { stored } from '../device/local-storage.ts'
import { confirmed, isConfirmed, outbox, refusedRows, type Waiting } from '../model/changes.ts'
import { user } from '../session/session.ts'
import {
  forgetUnwritten,
  type Held,
  isUnwritten,
  type Kept,
  keepUnwritten,
  OldStoreError,
  type OnDisk,
  openStore,
  readUnwritten,
  type Store,
} from '../store/store.ts'
import { broadcast, toSend } from './signals.ts'

// Access to IndexedDB. Browsers close its connections, run out of space and delete databases. What can't be written stays in
// memory and local storage, and is written as soon as the database is available again.

/**
 * Whether this browser can store changes until they are sent. `never`: plain http, which has no Web Locks, and some private
 * windows. `full`: no space left. `lost`: IndexedDB does not answer. `outdated`: a newer version has changed the schema. `old`: the
 * store was left by a version before 0.10.1. In all cases but `kept`, changes are in memory until they are sent, and in local storage as far as it has room.
 */
export type Keeping = 'kept' | 'never' | 'full' | 'lost' | 'outdated' | 'old'
export const keeping = signal<Keeping>('kept')
export const isKept = computed(() => keeping.value === 'kept')

const nothingKnown: Confirmed = { workspace: emptyWorkspace, seq: 0 }
const nothingOnDisk: OnDisk = { id: undefined, waiting: [], refused: [] }

/** Pauses between attempts to reopen the database, in milliseconds. */
const pauses = [0, 300, 1500]
const untilNextAttempts = 30_000

let owner: string | undefined
let store: Store | undefined
let known = nothingOnDisk
/** Resolves once the stored account is shown, or reading it has failed. */
export let opening = Promise.withResolvers<void>()
let mending: Promise<void> | undefined
/** Counts the changes in memory that could not be written. */
let missed = 0
let isAside = false
/** Whether a reload would lose a change. */
export let wouldLose = false

/** Opens the database of an account and shows what is in it. */
export async function open(userId: string): Promise<void> {
  owner = userId
  known = nothingOnDisk
  takeOver()
  try {
    if (!('locks' in navigator)) throw new Error('There are no Web Locks here.')
    const opened = await openStore(userId, lose)
    const kept = await (isAside ? opened.merge(held()) : opened.read())
    if (owner !== userId) return opened.close()
    show(kept, nothingKnown)
    store = opened
    agree(kept.id)
    keeping.value = 'kept'
  } catch (error) {
    keeping.value = stateAfter(error, 'never')
    tryLater()
  }
  opening.resolve()
}

export function close(): void {
  opening = Promise.withResolvers()
  owner = undefined
  letGo()
  confirmed.value = nothingKnown
}

function letGo(): void {
  store?.close()
  store = undefined
}

/** Records that memory and disk now have the same content. */
export function agree(id = known.id): void {
  known = { id, waiting: outbox.value, refused: refusedRows.value }
  if (isAside) keepAside()
}

/** Keeps what is only in memory where the next page finds it. */
function keepAside(): void {
  // After signing out, nothing may be written again.
  if (!owner || user.value?.id !== owner) return
  const [waiting, refused] = [new Set(known.waiting), new Set(known.refused)]
  const only = {
    waiting: outbox.value.filter((one) => one.seq === undefined && !waiting.has(one)),
    refused: refusedRows.value.filter((one) => !refused.has(one)),
  }
  isAside = only.waiting.length + only.refused.length > 0
  wouldLose = !keepUnwritten(owner, only)
}

/** Adds what other tabs and former pages could not write. The other tabs send it, too, which is harmless. */
function takeOver(): void {
  if (!owner) return
  const left = readUnwritten(owner)
  const keys = new Set([...outbox.value, ...refusedRows.value].map(({ key }) => key))
  const isNew = ({ key }: Waiting) => !keys.has(key)
  outbox.value = [...outbox.value, ...left.waiting.filter(isNew)].sort((a, b) => a.n - b.n)
  refusedRows.value = [...refusedRows.value, ...left.refused.filter(isNew)]
  forgetUnwritten(owner)
  keepAside()
}

addEventListener('storage', async ({ key, newValue }) => {
  if (!(store || mending) || !owner || !newValue || !isUnwritten(key, owner)) return
  takeOver()
  await isMissed()
  toSend.fire()
  broadcast({ is: 'outbox' })
})

/** Called when the connection is lost: browsers close those of background tabs. */
function lose(): void {
  letGo()
  mend()
}

/** Reopens the database and merges it with memory. */
function mend(): void {
  if (mending) return
  const mine = mendInTurn().finally(() => {
    if (mending === mine) mending = undefined
  })
  mending = mine
}

async function mendInTurn(): Promise<void> {
  const userId = owner
  let failure: unknown
  for (const delay of pauses) {
    await pause(delay, undefined)
    // After signing out, nothing may be written again; after signing in again, another run does this.
    if (!userId || owner !== userId || user.value?.id !== userId || store) return
    try {
      return await reach(userId)
    } catch (error) {
      failure = error
    }
  }
  keeping.value = stateAfter(failure, 'lost')
  tryLater()
}

async function reach(userId: string): Promise<void> {
  const opened = await openStore(userId, lose)
  try {
    for (;;) {
      const [before, mine] = [missed, held()]
      const kept = await opened.merge(mine)
      if (owner !== userId) return opened.close()
      // From here on the disk has them, so what memory settles is removed from it.
      known = { id: kept.id, waiting: mine.waiting, refused: mine.refused }
      // A change made meanwhile is not in it: merge again.
      if (missed !== before) continue
      show(kept)
      store = opened
      // If the connection is lost after this, a new run is needed.
      mending = undefined
      agree(kept.id)
      keeping.value = 'kept'
      return broadcast({ is: 'account' })
    }
  } catch (error) {
    opened.close()
    throw error
  }
}

function held(): Held {
  const { workspace, seq, set_backs } = confirmed.value
  const { projects, statuses, columns, bin } = workspace
  const account = projects && {
    seq,
    projects: [...projects],
    statuses: [...statuses.values()].flat(),
    cards: [...columns.values()].flat(),
    bin: bin && [...bin],
    ...(set_backs && { set_backs: [...set_backs] }),
  }
  return { account, waiting: [...outbox.value], refused: [...refusedRows.value], known }
}

function stateAfter(error: unknown, otherwise: 'never' | 'lost') {
  if (error instanceof OldStoreError) return 'old'
  const { name } = error as Error
  if (name === 'QuotaExceededError') return 'full'
  return name === 'VersionError' ? 'outdated' : otherwise
}

/** Called when the page is visible again: storing may work now. */
export function tryToKeep(): void {
  if (owner && !store && 'locks' in navigator) mend()
}

let timer: ReturnType<typeof setTimeout> | undefined
function tryLater(): void {
  clearTimeout(timer)
  timer = setTimeout(tryToKeep, untilNextAttempts)
}

/** False if the disk failed. Memory is then written as soon as the disk is available again. */
export async function attempt(work: (disk: Store) => Promise<unknown>): Promise<boolean> {
  const disk = store
  if (!disk) return false
  try {
    await work(disk)
    if (disk === store) agree()
    return true
  } catch {
    if (disk === store) lose()
    return false
  }
}

/** Writes a change that memory already has. */
export async function write(work: (disk: Store) => Promise<unknown>): Promise<void> {
  if (!(await attempt(work))) await isMissed()
}

/** Called when a change in memory could not be written. Resolves once it is, or once the attempts are over for now. */
export async function isMissed(): Promise<void> {
  missed++
  keepAside()
  // The disk is available again, but may have been read before the change.
  if (store) lose()
  await mending
}

export function show({ account, waiting: entries, refused: kept }: Kept, before = confirmed.value): void {
  batch(() => {
    const { workspace } = before
    confirmed.value = account
      ? takeInAll(
          // The bin is read separately: it may be in memory and not on the disk yet.
          { ...before, workspace: { ...workspace, bin: account.bin ?? workspace.bin } },
          { ...account, more: false, positions: [], deleted: [] },
        )
      : before
    outbox.value = entries.filter((one) => !isConfirmed(one))
    refusedRows.value = kept
  })
}

const isAsked = stored('asked-to-keep', false)

/** Whether the browser has refused persistent storage. */
export const mayBeCleared = signal(false)

/**
 * Asks for persistent storage; Safari clears the rest after seven days without a visit. Called when there is something to keep.
 * Firefox prompts the person, so it is asked only once; other browsers decide without a prompt, each time.
 */
export async function keepStorage(): Promise<void> {
  const { storage } = navigator
  // Missing on plain http.
  if (!storage?.persist || (await storage.persisted())) return
  const hasRefused = isAsked.value && navigator.userAgent.includes('Firefox')
  isAsked.value = true
  mayBeCleared.value = hasRefused || !(await storage.persist())
}
