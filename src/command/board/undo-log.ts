import { mkdirSync, renameSync, rmSync } from 'node:fs'
import type { Change } from '../../board/plans.ts'
import type { Card } from '../../contract/card.ts'
import { type Entry, journal } from '../account/journal.ts'
import { fingerprint, type Login } from '../account/login-file.ts'
import { remark, whatOf } from '../output/terminal.ts'

// How to undo the changes that were made on this machine, the last ones.

export interface Undoable {
  /** `completing "Milk"` */
  what: string
  cards: Touched[]
  back: readonly Change[]
}

export interface Touched {
  id: string
  text: string
  /** As the change left it. If it differs by now, somebody has changed it since. Undefined if that does not matter. */
  after?: Pick<Card, 'text' | 'complete' | 'status_id'>
  /** The card before it in a series. If that one is left alone, so is this one. */
  follows?: string
}

/** Cards that were added. Their file in the outbox becomes the one that says how to undo that. */
interface Added {
  cards: { id: string; text: string }[]
}

const log = journal<(Undoable | Added) & { login: string }>('undo')
const maxEntries = 30

/** The state of a card, to be compared with a later one. */
export const stateOf = ({ text, complete, status_id }: Card) => ({ text, complete, status_id })

export function recordUndo(login: Login, change: Undoable | Added): void {
  record((name) => log.write({ name, value: { ...change, login: fingerprint(login) } }))
}

/** The cards in this file of the outbox were added, so it leaves the outbox. */
export function recordAdded(file: string): void {
  const isKept = record((name) => {
    mkdirSync(log.folder(), { recursive: true, mode: 0o700 })
    renameSync(file, log.fileOf(name))
  })
  if (!isKept) rmSync(file, { force: true })
}

function record(keep: (name: string) => void): boolean {
  try {
    const names = log.names()
    keep(log.nextName(names.at(-1)))
    for (const name of names.slice(0, 1 - maxEntries)) log.remove({ name })
    return true
  } catch (error) {
    // If there is no file, another process has recorded it.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      remark(`Done, but "inboard undo" cannot undo it: ${(error as Error).message}`)
    return false
  }
}

/** The last change of this login. Entries of 0.10.1 name no cards, and are skipped. */
export function lastChange(login: Login): Entry<Undoable> | undefined {
  const last = log.read().findLast(({ value }) => value.login === fingerprint(login) && value.cards)
  return last && { name: last.name, value: undoableFrom(last.value) }
}

const undoableFrom = (change: Undoable | Added): Undoable =>
  'back' in change
    ? change
    : {
        what: `adding ${whatOf(change.cards)}`,
        cards: change.cards.map(({ id, text }) => ({ id, text })),
        // The last one first, so that no other card has to move up.
        back: change.cards.toReversed().map(({ id }) => ({ kind: 'delete card', id })),
      }

export const forget = (entry: Entry<Undoable>): void => log.remove(entry)
