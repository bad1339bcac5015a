import { batch } from '@preact/signals'
import type { Binned, Confirmed, Workspace } from '../../board/workspace.ts'
import { pageVersion } from '../device/version.ts'
import { confirmed, isConfirmed, outbox, type Refused, refusedRows, type Waiting } from '../model/changes.ts'
import { replayed } from '../model/replay.ts'
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
  const added = await attempt((disk) => disk.add(operations))
  const last = outbox.value.at(-1)?.n ?? 0
  const entries =
    added ?? operations.map((one, index) => ({ n: last + (index + 1 + Math.random() / 2) * between, ...one }))
  const keys = new Set(operations.map(({ key }) => key))
  batch(() => {
    outbox.value = [...outbox.value.filter(({ key }) => !keys.has(key)), ...entries].sort((a, b) => a.n - b.n)
    if (refusedRows.value.some(({ key }) => keys.has(key)))
      refusedRows.value = refusedRows.value.filter(({ key }) => !keys.has(key))
  })
  if (added) agree()
  else await isMissed()
  const tell = () => outbox.value.some(({ key }) => keys.has(key)) && broadcast({ is: 'outbox' })
  if (isSending) setTimeout(tell, untilTold)
  else tell()
}

/** Records the outcome of operations. Removes those that the feed has already confirmed. */
export async function settle({ answered = [], gone = [], refused: added = [] }: Settled): Promise<void> {
  const passed = answered.filter((one) => isConfirmed(one))
  const past = new Set([...gone, ...passed.map(({ n }) => n)])
  const pending = new Map(answered.filter(({ n }) => !past.has(n)).map((one) => [one.n, one]))
  const purged = withoutPurged(confirmed.value, passed)
  const bin = purged === confirmed.value ? undefined : purged.workspace.bin
  // Memory first: the feed may confirm and remove them while this is being written.
  batch(() => {
    confirmed.value = purged
    outbox.value = outbox.value.filter(({ n }) => !past.has(n)).map((one) => pending.get(one.n) ?? one)
    if (added.length > 0) refusedRows.value = withRefused(added)
  })
  await write(async (disk) => {
    await disk.settle({ answered: [...pending.values()], gone: [...past], refused: added })
    if (bin) await disk.saveBin(bin)
  })
  const isAnswered = answered.every(({ seq }) => seq !== undefined)
  // Other tabs learn from the feed what it confirms.
  if (gone.length + added.length > 0 || !isAnswered) broadcast({ is: 'outbox' })
  const numbers = passed.map(({ n }) => n)
  untold.push(...numbers)
  setTimeout(() => untold.some((n) => numbers.includes(n)) && tellChanges(confirmed.value.seq, []), untilTold)
}

function withRefused(added: readonly Refused[]): Refused[] {
  const keys = new Set(added.map(({ key }) => key))
  return [...refusedRows.value.filter(({ key }) => !keys.has(key)), ...added]
}

export async function dismiss(gone: readonly Refused[]): Promise<void> {
  const keys = new Set(gone.map(({ key }) => key))
  refusedRows.value = refusedRows.value.filter(({ key }) => !keys.has(key))
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
  const passed = outbox.value.filter((one) => isConfirmed(one, next.seq) || numbers.includes(one.n))
  batch(() => {
    confirmed.value = withoutPurged(next, passed)
    if (passed.length > 0) outbox.value = outbox.value.filter((one) => !passed.includes(one))
    if (lost.length > 0) refusedRows.value = withRefused(lost)
  })
  return passed
}

/** The feed does not say what was permanently deleted. Until the bin is read again, it would be back in it. */
function withoutPurged(state: Confirmed, passed: readonly Waiting[]): Confirmed {
  const purges = passed.flatMap(({ operation }) => (operation.kind === 'purge' ? [operation] : []))
  return purges.length === 0 ? state : { ...state, workspace: replayed(state.workspace, purges) }
}

/** If another tab has taken the lead and written a different state, shows that one instead. */
export async function saveRows(rows: Rows, passed: readonly Waiting[], from: number): Promise<void> {
  const numbers = passed.map(({ n }) => n)
  untold.push(...numbers)
  await write(async (disk) => {
    if (!(await disk.save(rows, numbers, from))) show(await disk.read())
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
    // An answer from before a change would bring back what has been permanently deleted.
  } while (seq !== confirmed.value.seq && confirmed.value.workspace.bin)
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
const cardsApart = ({ columns }: Workspace, { columns: others }: Workspace) =>
  [...columns].flatMap(([key, cards]) => (others.get(key) === cards ? [] : cards))

/** Compares by identity: unchanged items are the same objects. */
function difference<T extends { id: string }>(before: readonly T[], after: readonly T[]) {
  const old = new Set(before)
  const present = new Set(after.map(({ id }) => id))
  return {
    changed: after.filter((one) => !old.has(one)),
    gone: before.flatMap(({ id }) => (present.has(id) ? [] : [id])),
  }
}
