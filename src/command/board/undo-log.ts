import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Step } from '../../board/plans.ts'
import { fingerprint, folderFor, type Login } from '../account/login-file.ts'
import { remark, whatOf } from '../output/terminal.ts'

// Each change that was made on this machine leaves a file that says how to undo it, named by its time.

export interface Undoable {
  /** `completing "Milk"` */
  what: string
  cards: Touched[]
  back: readonly Back[]
}

export interface Touched {
  id: string
  text: string
  /** Its revision before the change. */
  from: number
  /** After it. A card that has another one by now was changed since. Undefined if that does not matter. */
  revision?: number | undefined
  /** The card before it in a series. If that one is left alone, so is this one. */
  follows?: string
}

/** A step that undoes something. */
export type Back =
  | Step
  | { kind: 'edit card'; id: string; text: string }
  | { kind: 'restore card'; id: string }

/** Cards that were added. Their file in the outbox becomes the one that says how to undo that. */
interface Added {
  cards: { id: string; text: string }[]
}

export interface Entry {
  name: string
  change: Undoable
}

const folder = () => join(folderFor('STATE'), 'undo')
const mostKept = 30

/** The name of the next file. Names sort by time, even if the clock was set back. */
export function nameAfter(last = ''): string {
  const time = Math.max(Date.now(), (Number.parseInt(last, 10) || 0) + 1)
  return `${String(time).padStart(15, '0')}-${randomUUID()}.json`
}

export function recordUndo(login: Login, change: Undoable | Added): void {
  record((name) => write(login, name, change))
}

/** The cards in this file of the outbox were added, so it leaves the outbox. */
export function recordAdded(file: string): void {
  const isKept = record((name) => renameSync(file, join(folder(), name)))
  if (!isKept) rmSync(file, { force: true })
}

function record(keep: (name: string) => void): boolean {
  try {
    mkdirSync(folder(), { recursive: true, mode: 0o700 })
    const names = readdirSync(folder()).sort()
    keep(nameAfter(names.at(-1)))
    for (const old of names.slice(0, -mostKept)) claim({ name: old })
    return true
  } catch (error) {
    // If there is no file, another process has recorded it.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      remark(`Done, but "inboard undo" cannot undo it: ${(error as Error).message}`)
    return false
  }
}

function write(login: Login, name: string, change: Undoable | Added): void {
  const text = JSON.stringify({ ...change, login: fingerprint(login) })
  writeFileSync(join(folder(), name), text, { mode: 0o600 })
}

/** The changes of this login, in order. */
export function entriesOf(login: Login): Entry[] {
  return readNames().flatMap((name) => {
    try {
      const { login: by, ...change } = JSON.parse(readFileSync(join(folder(), name), 'utf8'))
      return by === fingerprint(login) && change.cards ? [{ name, change: undoableFrom(change) }] : []
    } catch {
      // Another process has claimed it, or was killed while writing.
      return []
    }
  })
}

function readNames(): string[] {
  try {
    return readdirSync(folder()).sort()
  } catch {
    return []
  }
}

const undoableFrom = (change: Undoable | Added): Undoable =>
  'back' in change
    ? change
    : {
        what: `adding ${whatOf(change.cards)}`,
        cards: change.cards.map(({ id, text }) => ({ id, text, from: 0 })),
        // The last one first, so that no other card has to move up.
        back: change.cards.toReversed().map(({ id }) => ({ kind: 'delete card', id })),
      }

/** Returns whether it was still there: no other process gets it then. */
export function claim({ name }: Pick<Entry, 'name'>): boolean {
  try {
    unlinkSync(join(folder(), name))
    return true
  } catch {
    return false
  }
}

export const putBack = (login: Login, { name, change }: Entry): void => write(login, name, change)

/** By the id of a card: the revision that it had before what is undone, and the one that it has now. */
export type Renewed = Map<string, { from: number; revision: number }>

/** Undoing gives a card a new revision. Updates earlier entries, so that they can still be undone. */
export function renewRevisions(login: Login, renewed: Renewed): void {
  for (const { name, change } of entriesOf(login)) {
    const isOld = ({ id, revision }: Touched) => revision !== undefined && renewed.get(id)?.from === revision
    if (!change.cards.some(isOld)) continue
    const cards = change.cards.map((card) =>
      isOld(card) ? { ...card, revision: renewed.get(card.id)?.revision } : card,
    )
    write(login, name, { ...change, cards })
  }
}
