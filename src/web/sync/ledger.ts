import { batch } from '@preact/signals'
import { type Binned, type Confirmed, takeFromBin, type Workspace } from '../../board/workspace.ts'
import type { Card } from '../../contract/card.ts'
import { pageVersion } from '../device/version.ts'
import { confirmed, isConfirmed, outbox, type Refused, refusedRows, type Waiting } from '../model/changes.ts'
import type { Rows, Settled } from '../store/store.ts'
import { agree, attempt, isMissed, opening, show, write } from './disk.ts'
import { broadcast, type Pages } from './signals.ts'

// The only place that changes memory and disk, always together.

/**
 * How long other tabs need no message about a change that this one sends, because the feed tells them everything. In
 * milliseconds.
 */
const untilTold = 300

/** Whether this tab sends what is in the outbox. */
let isSending = false

/** Called when this tab begins to lead. */
export function sendFromHere(over: AbortSignal): void {
  isSending = true
  over.addEventListener('abort', () => {
    isSending = false
  })
}

/** Confirmed operations, by their `n`, of which the other tabs have not heard. */
let untold: number[] = []

/** Tells the other tabs what the feed has brought. */
export function tellChanges(since: number, pages: Pages['pages']): void {
  broadcast({ is: 'changes', since, pages, confirmed: untold })
  untold = []
}

/** Call after another tab has written: what this tab writes next must build on what is there. */
export async function reread(): Promise<void> {
  await write(async (disk) => show(await disk.read()))
}

export async function rereadOutbox(): Promise<void> {
  await write(async (disk) => {
    const { seq = 0, waiting: entries, refused: kept } = await disk.readOutbox()
    // The leading tab has confirmed operations that this tab has not heard about yet.
    if (seq > confirmed.value.seq) return show(await disk.read())
    batch(() => {
      outbox.value = entries.filter((one) => !isConfirmed(one))
      refusedRows.value = kept
    })
  })
}

/**
 * IndexedDB numbers operations with whole numbers. An operation that could not be written gets a fraction after the last one,
 * partly random, so that two tabs don't pick the same.
 */
const between = 1e-4

/** Adds operations to the outbox. Shows them once they are written, or once writing has failed. */
export async function keep(made: readonly Omit<Waiting, 'n'>[]): Promise<void> {
  const operations = made.map((one) => ({ at: Date.now(), by: pageVersion, ...one }))
  await opening.promise
  let added: readonly Waiting[] = []
  const isWritten = await attempt(async (disk) => {
    added = await disk.add(operations)
  })
  const last = outbox.value.at(-1)?.n ?? 0
  if (!isWritten)
    added = operations.map((one, index) => ({ n: last + (index + 1 + Math.random() / 2) * between, ...one }))
  const keys = keysOf(added)
  batch(() => {
    outbox.value = [...without(outbox.value, keys), ...added].sort((a, b) => a.n - b.n)
    refusedRows.value = without(refusedRows.value, keys)
  })
  if (isWritten) agree()
  else await isMissed()
  if (!isSending) broadcast({ is: 'outbox' })
  else setTimeout(tellOutbox, untilTold, keys)
}

const keysOf = (entries: readonly Waiting[]): ReadonlySet<string> => new Set(entries.map(({ key }) => key))

/** The same entries, if none of them goes. */
function without<One extends Waiting>(entries: readonly One[], keys: ReadonlySet<string>): readonly One[] {
  const left = entries.filter(({ key }) => !keys.has(key))
  return left.length < entries.length ? left : entries
}

/** Tells the other tabs of operations, if the feed has not done so by now. */
function tellOutbox(keys: ReadonlySet<string>): void {
  if (without(outbox.value, keys) !== outbox.value) broadcast({ is: 'outbox' })
}

/** Records the outcome of operations. Removes those that the feed has already confirmed. */
export async function settle({ answered = [], gone = [], refused: added = [] }: Settled): Promise<void> {
  const past = new Set(gone)
  const pending = new Map<number, Waiting>()
  const passed: Waiting[] = []
  // Other tabs learn from the feed what it confirms.
  let isNews = gone.length + added.length > 0
  for (const entry of answered) {
    if (entry.seq === undefined) isNews = true
    if (isConfirmed(entry)) {
      passed.push(entry)
      past.add(entry.n)
    } else pending.set(entry.n, entry)
  }
  const purged = withoutPurged(confirmed.value, passed)
  const bin = purged === confirmed.value ? undefined : purged.workspace.bin
  // Memory first: the feed may confirm and remove them while this is being written.
  batch(() => {
    confirmed.value = purged
    outbox.value = outbox.value.flatMap((one) => (past.has(one.n) ? [] : (pending.get(one.n) ?? one)))
    refusedRows.value = withRefused(added)
  })
  await write(async (disk) => {
    await disk.settle({ answered: [...pending.values()], gone: [...past], refused: added })
    if (bin) await disk.saveBin(bin)
  })
  if (isNews) broadcast({ is: 'outbox' })
  if (passed.length === 0) return
  noteUntold(passed)
  setTimeout(tellUntold, untilTold)
}

/** Notes operations of which the other tabs are told with the next changes. */
function noteUntold(passed: readonly Waiting[]): void {
  for (const { n } of passed) untold.push(n)
}

/** If nothing has changed that they could be told with. */
function tellUntold(): void {
  if (untold.length > 0) tellChanges(confirmed.value.seq, [])
}

function withRefused(added: readonly Refused[]): readonly Refused[] {
  return added.length === 0 ? refusedRows.value : [...without(refusedRows.value, keysOf(added)), ...added]
}

export async function dismiss(gone: readonly Refused[]): Promise<void> {
  const keys = keysOf(gone)
  refusedRows.value = without(refusedRows.value, keys)
  await write((disk) => disk.dismiss([...keys]))
  broadcast({ is: 'outbox' })
}

interface Advance {
  /** Changes that the state lacks because the server was set back. */
  lost?: readonly Refused[]
  /** Operations that it contains, as far as another tab knows. */
  numbers?: readonly number[]
}

/** Replaces the confirmed state, and removes and returns the operations that it contains. */
export function advance(next: Confirmed, { lost = [], numbers = [] }: Advance = {}): Waiting[] {
  const passed: Waiting[] = []
  const left: Waiting[] = []
  for (const entry of outbox.value)
    if (isConfirmed(entry, next.seq) || numbers.includes(entry.n)) passed.push(entry)
    else left.push(entry)
  batch(() => {
    confirmed.value = withoutPurged(next, passed)
    if (passed.length > 0) outbox.value = left
    refusedRows.value = withRefused(lost)
  })
  return passed
}

/** The feed does not say what was permanently deleted. Until the bin is read again, it would be back in it. */
function withoutPurged(state: Confirmed, passed: readonly Waiting[]): Confirmed {
  let { workspace } = state
  for (const { operation } of passed)
    if (operation.kind === 'purge') workspace = takeFromBin(workspace, operation.id)
  return workspace === state.workspace ? state : { ...state, workspace }
}

/** If another tab has taken the lead and written a different state, shows that one instead. */
export async function saveRows(rows: Rows, passed: readonly Waiting[], from: number): Promise<void> {
  noteUntold(passed)
  await write(async (disk) => {
    if (!(await disk.save(rows, passed, from))) show(await disk.read())
  })
}

/** Reads the bin. Waits until the stored account is shown, which would otherwise overwrite it. */
export async function takeBin(read: () => Promise<readonly Binned[]>): Promise<void> {
  const opened = opening
  await opened.promise
  let bin: readonly Binned[]
  let seq: number
  do {
    seq = confirmed.value.seq
    bin = await read()
    // The user has signed out meanwhile.
    if (opened !== opening) return
    // An answer from before a change would bring back what has been permanently deleted, or lack what has been deleted.
  } while (seq !== confirmed.value.seq)
  confirmed.value = { ...confirmed.value, workspace: { ...confirmed.value.workspace, bin } }
  await write((disk) => disk.saveBin(bin))
}

/** The difference between two states, as rows to write. */
export function rowsBetween({ workspace: before }: Confirmed, { workspace: after, seq }: Confirmed): Rows {
  const cards = difference(cardsApart(before, after), cardsApart(after, before))
  const projects = difference(before.projects ?? [], after.projects ?? [])
  const statuses = difference([...before.statuses.values()].flat(), [...after.statuses.values()].flat())
  return {
    seq,
    cards: cards.changed,
    projects: projects.changed,
    statuses: statuses.changed,
    deleted: { cards: cards.gone, projects: projects.gone, statuses: statuses.gone },
    ...(after.bin && after.bin !== before.bin && { bin: after.bin }),
    isAll: false,
  }
}

/** The cards of columns that differ from the other workspace. */
function cardsApart({ columns }: Workspace, { columns: others }: Workspace): Card[] {
  const apart: Card[] = []
  for (const [key, cards] of columns)
    if (others.get(key) !== cards) for (const card of cards) apart.push(card)
  return apart
}

/** Compares by identity: unchanged items are the same objects. */
function difference<T extends { id: string }>(before: readonly T[], after: readonly T[]) {
  const old = new Set(before)
  const present = new Set<string>()
  const changed: T[] = []
  for (const one of after) {
    present.add(one.id)
    if (!old.has(one)) changed.push(one)
  }
  const gone: string[] = []
  for (const { id } of before) if (!present.has(id)) gone.push(id)
  return { changed, gone }
}
