import { batch } from '@preact/signals'
import { confirmed, isConfirmed, outbox, type Refused, refusedRows, type Waiting } from '../state/changes.ts'
import type { Confirmed } from '../state/take-in.ts'
import type { Binned, Workspace } from '../state/workspace.ts'
import { stamp } from '../store/stamp.ts'
import type { Rows, Settled } from '../store/store.ts'
import { agree, attempt, isMissed, opening, show, write } from './disk.ts'
import { tell } from './tabs.ts'

// What is in memory and what is on the disk change together here, and nowhere else.

/**
 * After another tab has written, and before this one does: the rows that this one writes must follow on those that are
 * there.
 */
export async function reread(): Promise<void> {
  await write(async (disk) => show(await disk.read()))
}

export async function rereadOutbox(): Promise<void> {
  await write(async (disk) => {
    const { seq = 0, waiting: entries, refused: kept } = await disk.readOutbox()
    // The leading tab has taken in what has left the outbox, and this one has yet to hear of it.
    if (seq > confirmed.value.seq) return show(await disk.read())
    batch(() => {
      outbox.value = entries.filter((one) => !isConfirmed(one))
      refusedRows.value = kept
    })
  })
}

/**
 * The disk numbers operations one by one. What it could not number yet finds room behind the last one, whatever other tabs add: at a
 * place that is partly left to chance, or two tabs could take the same one.
 */
const between = 1e-4

/** Adds operations to the outbox. They are shown once they are on the disk, or cannot be written now. */
export async function keep(made: readonly Omit<Waiting, 'n'>[]): Promise<void> {
  const operations = made.map((one) => ({ ...stamp(), ...one }))
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
  tell({ is: 'outbox' })
}

/** Writes down what became of operations. Those whose changes the feed has brought already are forgotten. */
export async function settle({ answered = [], gone = [], refused: added = [] }: Settled): Promise<void> {
  const past = new Set([...gone, ...answered.filter((one) => isConfirmed(one)).map(({ n }) => n)])
  const pending = new Map(answered.filter(({ n }) => !past.has(n)).map((one) => [one.n, one]))
  const keys = new Set(added.map(({ key }) => key))
  // In memory first: the feed may bring what they have done while this is written, and forgets them then.
  batch(() => {
    outbox.value = outbox.value.filter(({ n }) => !past.has(n)).map((one) => pending.get(one.n) ?? one)
    if (added.length > 0)
      refusedRows.value = [...refusedRows.value.filter(({ key }) => !keys.has(key)), ...added]
  })
  await write((disk) => disk.settle({ answered: [...pending.values()], gone: [...past], refused: added }))
  tell({ is: 'outbox' })
}

export async function dismiss(gone: readonly Refused[]): Promise<void> {
  const keys = new Set(gone.map(({ key }) => key))
  refusedRows.value = refusedRows.value.filter(({ key }) => !keys.has(key))
  await write((disk) => disk.dismiss([...keys]))
  tell({ is: 'outbox' })
}

/** Takes in a new state of the account, and forgets the operations that it contains. */
export function advance(next: Confirmed): Waiting[] {
  const passed = outbox.value.filter((one) => isConfirmed(one, next.seq))
  batch(() => {
    confirmed.value = next
    if (passed.length > 0) outbox.value = outbox.value.filter((one) => !passed.includes(one))
  })
  return passed
}

/** Where another tab has taken the lead, and written more than is known here, that is shown instead. */
export async function saveRows(rows: Rows, passed: readonly Waiting[], from: number): Promise<void> {
  const numbers = passed.map(({ n }) => n)
  await write(async (disk) => {
    if (!(await disk.save(rows, numbers, from))) show(await disk.read())
  })
}

/** Reads the bin, once what is on the disk is shown, which would else take its place. */
export async function takeBin(read: () => Promise<readonly Binned[]>): Promise<void> {
  const opened = opening
  await opened.promise
  const bin = await read()
  // Whoever asked for it has signed out meanwhile.
  if (opened !== opening) return
  confirmed.value = { ...confirmed.value, workspace: { ...confirmed.value.workspace, bin } }
  await write((disk) => disk.saveBin(bin))
}

/** What has to be written so that the disk follows from one state to the next. */
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

/** The cards of the columns that are not the same in the other workspace. */
const cardsApart = ({ columns }: Workspace, { columns: others }: Workspace) =>
  [...columns].flatMap(([key, cards]) => (others.get(key) === cards ? [] : cards))

/** Things that have not changed are the same objects. */
function difference<T extends { id: string }>(before: readonly T[], after: readonly T[]) {
  const old = new Set(before)
  const present = new Set(after.map(({ id }) => id))
  return {
    changed: after.filter((one) => !old.has(one)),
    gone: before.flatMap(({ id }) => (present.has(id) ? [] : [id])),
  }
}
