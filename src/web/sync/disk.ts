import { batch, computed, signal } from '@preact/signals'
import { pause } from '../../client/failures.ts'
import { user } from '../session.ts'
import { confirmed, isConfirmed, outbox, refusedRows } from '../state/changes.ts'
import { type Confirmed, takeInAll } from '../state/take-in.ts'
import { emptyWorkspace } from '../state/workspace.ts'
import type { Held, Known } from '../store/merge.ts'
import { type Kept, openStore, type Store } from '../store/store.ts'
import { tell } from './tabs.ts'

// The disk of this device: browsers cut the connections to it, run out of room, and delete what is on it. Whatever could not be
// written is in memory, and is written as soon as the disk is there again.

/**
 * Whether this browser keeps what is done here until the server has it. It cannot on plain http (Web Locks are missing) and in
 * some private windows (`never`); it may have no room left, or not answer for a while; and a newer version may have changed what is
 * on the disk. Then everything is in memory until it is sent.
 */
export type Keeping = 'kept' | 'never' | 'full' | 'lost' | 'outdated'
export const keeping = signal<Keeping>('kept')
export const isKept = computed(() => keeping.value === 'kept')

const nothingKnown: Confirmed = { workspace: emptyWorkspace, seq: 0 }
const nothingOnDisk: Known = { id: undefined, waiting: [], refused: [] }

/** Between the attempts to mend what is broken, in milliseconds. */
const pauses = [0, 300, 1500]
const untilNextAttempts = 30_000

let owner: string | undefined
let store: Store | undefined
let known = nothingOnDisk
/** Resolves once what is on the disk is shown, or cannot be. */
export let opening = Promise.withResolvers<void>()
let mending: Promise<void> | undefined
/** How often something in memory was changed that could not be written. */
let missed = 0

/** Shows what is on the disk. */
export async function open(userId: string): Promise<void> {
  owner = userId
  known = nothingOnDisk
  try {
    if (!('locks' in navigator)) throw new Error('There are no Web Locks here.')
    const opened = await openStore(userId, lose)
    const kept = await opened.read()
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
}

function letGo(): void {
  store?.close()
  store = undefined
}

/** Memory and the disk agree. */
export function agree(id = known.id): void {
  known = { id, waiting: outbox.value, refused: refusedRows.value }
}

/** The connection to the disk is gone, as browsers cut those of tabs that are not looked at. */
function lose(): void {
  letGo()
  mend()
}

/** Opens the disk again, and brings it and what is in memory together. */
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
    // Signed out: what was deleted with the session must not be written again; or signed in anew.
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
      const before = missed
      const kept = await opened.merge(held())
      if (owner !== userId) return opened.close()
      // What was changed meanwhile is not among it.
      if (missed !== before) continue
      show(kept)
      store = opened
      // Whatever is lost from now on is mended anew.
      mending = undefined
      agree(kept.id)
      keeping.value = 'kept'
      return tell({ is: 'account' })
    }
  } catch (error) {
    opened.close()
    throw error
  }
}

function held(): Held {
  const { workspace, seq } = confirmed.value
  const { projects, statuses, columns, bin } = workspace
  const account = projects && {
    seq,
    projects: [...projects],
    statuses: [...statuses.values()].flat(),
    cards: [...columns.values()].flat(),
    bin: bin && [...bin],
  }
  return { account, waiting: [...outbox.value], refused: [...refusedRows.value], known }
}

function stateAfter(error: unknown, otherwise: 'never' | 'lost') {
  const { name } = error as Error
  if (name === 'QuotaExceededError') return 'full'
  return name === 'VersionError' ? 'outdated' : otherwise
}

/** For when the page is looked at again: what could not be kept may be kept now. */
export function tryToKeep(): void {
  if (owner && !store && 'locks' in navigator) mend()
}

let timer: ReturnType<typeof setTimeout> | undefined
function tryLater(): void {
  clearTimeout(timer)
  timer = setTimeout(tryToKeep, untilNextAttempts)
}

/** Nothing, if it could not be done. Then what memory has by now is written as soon as the disk is there again. */
export async function attempt<T>(work: (disk: Store) => Promise<T>): Promise<T | undefined> {
  const disk = store
  if (!disk) return undefined
  try {
    const result = await work(disk)
    if (disk === store) agree()
    return result
  } catch {
    if (disk === store) lose()
    return undefined
  }
}

/** Writes what was changed in memory. */
export async function write(work: (disk: Store) => Promise<unknown>): Promise<void> {
  const isWritten = await attempt(async (disk) => {
    await work(disk)
    return true
  })
  if (!isWritten) await isMissed()
}

/** What was changed in memory could not be written. Resolves when it is, or that is given up for now. */
export async function isMissed(): Promise<void> {
  missed++
  // The disk is there again, but may have been read before the change.
  if (store) lose()
  await mending
}

export function show({ account, waiting: entries, refused: kept }: Kept, before = confirmed.value): void {
  batch(() => {
    const { workspace } = before
    confirmed.value = account
      ? takeInAll(
          // The bin is read apart from the rest: it may be in memory already, and not yet on the disk.
          { ...before, workspace: { ...workspace, bin: account.bin ?? workspace.bin } },
          { ...account, more: false, positions: [], deleted: [] },
        )
      : before
    outbox.value = entries.filter((one) => !isConfirmed(one))
    refusedRows.value = kept
  })
}
