import type { CardPatch } from '../../contract/card.ts'
import { fingerprint, type Login } from '../account/login-file.ts'
import { FileQueue } from '../outbox/file-queue.ts'
import { remark } from '../output/terminal.ts'

/** What a command did, and what it takes to undo it. */
export type Undoable = { what: string } & (
  | { kind: 'add'; cards: { id: string; text: string }[] }
  | { kind: 'delete'; cards: { id: string; text: string; revision: number }[] }
  | { kind: 'edit'; edits: Edit[]; next?: NextCard[] }
  | { kind: 'move'; columns: FormerColumn[]; edits: Edit[]; next?: NextCard[] }
)

/** The next card of a series, which was added when the card before it was completed. */
export interface NextCard {
  id: string
  text: string
  revision: number
  /** The card before it. */
  follows: string
}

export interface Edit {
  id: string
  /** The revision that the card had before. */
  from: number
  before: CardPatch
  /** The revision after the change. If the card has another by now, it was changed since. */
  revision: number
}

/** Where cards were, and in which order. */
export interface FormerColumn {
  project_id: string | null
  status_id: string | null
  card_ids: string[]
  moved: { id: string; from: number; revision: number }[]
}

interface Record {
  login: string
  done: Undoable
}

const log = new FileQueue<Record>('undo')
const mostKept = 30

export function recordUndo(login: Login, done: Undoable): void {
  try {
    log.add({ login: fingerprint(login), done })
    for (const old of log.all().slice(0, -mostKept)) log.remove(old)
  } catch (error) {
    remark(`Done, but "inboard undo" cannot undo it: ${(error as Error).message}`)
  }
}

/** Claims the last change of this login: no other process gets it. */
export function takeLast(login: Login): { done: Undoable; putBack: () => void } | undefined {
  const own = log.all().filter(({ value }) => value.login === fingerprint(login))
  const last = own.findLast((one) => log.remove(one))
  return last && { done: last.value.done, putBack: () => log.write(last) }
}

/** Undoing gives a card a new revision. Updates earlier entries of the log, so that they can still be undone. */
export function renewRevisions(
  login: Login,
  renewed: readonly { id: string; from: number; revision: number }[],
): void {
  const revisionOf = ({ id, revision }: { id: string; revision: number }) =>
    renewed.find((one) => one.id === id && one.from === revision)?.revision ?? revision
  const renew = <Thing extends { id: string; revision: number }>(things: Thing[]) =>
    things.map((one) => ({ ...one, revision: revisionOf(one) }))
  for (const { name, value } of log.all()) {
    const { done } = value
    if (value.login !== fingerprint(login) || done.kind === 'add' || done.kind === 'delete') continue
    const edits = renew(done.edits)
    const next = done.next && { next: renew(done.next) }
    const now: Undoable =
      done.kind === 'edit'
        ? { ...done, ...next, edits }
        : {
            ...done,
            ...next,
            edits,
            columns: done.columns.map((one) => ({ ...one, moved: renew(one.moved) })),
          }
    if (JSON.stringify(now) !== JSON.stringify(done)) log.write({ name, value: { ...value, done: now } })
  }
}
