import {
  type Column,
  cardsOf,
  changedByMove,
  columnOf,
  completionsOf,
  find,
  findAll,
  inbox,
  keyOf,
  type Move,
  movesTo,
  placesOf,
  turning,
} from '../../board/columns.ts'
import { dueOf } from '../../board/due.ts'
import type { Card } from '../../contract/card.ts'
import type { NextCards } from '../dates/next-cards.ts'
import { columns } from '../model/changes.ts'
import { newId } from '../model/operations.ts'
import { called, count, wasOrWere } from '../model/wording.ts'
import { page } from '../navigation/route.ts'
import { announce, notify } from '../state/notices.ts'
import { columnsOf, fullNameOf, isLast, nameOf } from '../state/projects.ts'
import { drawnIn, keepTicked, linger, revealAmongMany, ticked } from '../state/visible.ts'
import { commit, foreseen } from '../sync/commit.ts'
import { offerWords } from './edit-card.ts'
import { deletionOf, offerUndo, undoingOf, type Words } from './undo.ts'

// Adding, completing, moving and deleting cards: each builds operations, commits them and offers to undo them.

interface Options {
  ids?: readonly string[]
  /** Reports the result in place of a message. */
  say?: ((text: string) => void) | undefined
  /** The text of the message. Without it, there is none for a card that is visible. */
  what?: string
  /** The card before which they go. If left out, they go to the end. */
  before?: string | undefined
  complete?: boolean
  /** The text as typed, if the first one has a date in place of its words. */
  words?: string | undefined
}

/** Adds cards to a column. In the last column of a project they are complete. */
export async function addCards(
  column: Column,
  texts: readonly string[],
  { ids = texts.map(newId), say, what, before, complete: given = false, words }: Options = {},
): Promise<void> {
  const { project_id } = column
  const complete = given || isLast(column)
  const added = texts.map((text, index) => {
    const id = ids[index] ?? newId()
    return { kind: 'add card' as const, id, project_id, text, complete }
  })
  // The server adds cards to the project's first column. A move takes them to any other.
  const [first = column] = project_id ? columnsOf(project_id) : [column]
  const isInPlace = before === undefined && keyOf(first) === keyOf(column)
  const moves = isInPlace ? [] : movesTo(foreseen().columns, ids, column, before)
  if (complete) revealAmongMany(ids)
  await commit(...added, ...moves)
  const report = say ?? (what || ids.length > 1 ? undefined : announce)
  report?.(`${ids.length === 1 ? 'Added' : `${count(ids.length)} cards added`} to ${nameOf(column)}`)
  const said = (cards: Parameters<typeof called>[0]) => what ?? `Added ${called(cards)} to ${nameOf(column)}`
  const [{ id = '', text = '' } = {}] = added
  offerUndo({
    items: added,
    what: said,
    undone: (cards) => `Deleted ${called(cards)}`,
    isTold: what !== undefined,
    isQuiet: report !== undefined || words !== undefined,
    ...undoingOf(ids),
  })
  if (words !== undefined) offerWords({ id, text, before: words }, said(added), report !== undefined)
}

/** Moves cards to the bin; with `complete`, those that are still so when the server hears of it. */
export async function deleteCards(
  ids: readonly string[],
  what: Words = (cards) => `Deleted ${called(cards)}`,
  complete?: boolean,
): Promise<void> {
  const { cards, operations, back } = deletionOf(ids, complete)
  if (cards.length === 0) return
  await commit(...operations)
  offerUndo({
    items: cards,
    what,
    undone: (restored) => `Restored ${called(restored)}`,
    undo: () => commit(...back),
    redo: () => commit(...deletionOf(ids, complete).operations),
  })
}

/** Of repeating cards ticked on the page of today: takes the tick back, and the next card with it. */
const takingBack = new Map<string, () => Promise<void>>()

/** Completes cards; if all of them are complete, reopens them. They stay where they are. */
export async function toggleComplete(ids: readonly string[]): Promise<void> {
  // Includes pending operations: a second click may come before the first is shown.
  const present = findAll(foreseen().columns, ids)
  const complete = present.some((card) => !card.complete)
  const cards = present.filter((card) => card.complete !== complete)
  const [card] = cards
  if (!card) return
  const takeBack = takingBack.get(card.id)
  takingBack.delete(card.id)
  if (takeBack && cards.length === 1 && !complete && ticked.value.has(card.id)) return await takeBack()
  const found = nextOf(cards)
  const next = found instanceof Promise ? await found : found
  if (!next) return
  const isToday = complete && page.value.name === 'today'
  if (isToday) keepTicked(...cards.map(({ id }) => id))
  if (complete) linger(ids)
  const operations = completionsOf(cards.map((card) => ({ ...card, complete })))
  await commit(...operations, ...next.operations)
  const nextIds = next.operations.map(({ id }) => id)
  const undo = offerUndo({
    ids: [...ids, ...nextIds],
    items: cards,
    what: (now) => `${complete ? 'Completed' : 'Reopened'} ${called(now)}${next.said}`,
    undone: (now) => `${complete ? 'Reopened' : 'Completed'} ${called(now)}`,
    ...undoingOf(nextIds, [], { undo: completionsOf(cards), redo: operations }),
  })
  if (isToday && cards.length === 1 && nextIds.length > 0) takingBack.set(card.id, undo)
}

let loaded: typeof import('../dates/next-cards.ts') | undefined

/** Loaded after the app, because nobody needs it before there are cards. */
export async function loadNextCards() {
  loaded ??= await import('../dates/next-cards.ts')
  return loaded
}

const none: NextCards = { operations: [], said: '' }

/**
 * The cards that completing these adds, if they repeat. A promise only while that is being loaded: what is dropped or typed next waits
 * for the commit, which must have begun. Undefined if it can't be loaded: without it, a series would end.
 */
function nextOf(cards: readonly Card[], to?: Column): NextCards | Promise<NextCards | undefined> {
  if (!cards.some((card) => !card.complete && dueOf(card)?.every)) return none
  if (loaded) return loaded.nextCards(cards, to)
  return loadNextCards().then(
    ({ nextCards }) => nextCards(cards, to),
    () => {
      const text = 'A card that repeats was not completed. Check your connection, then try again.'
      notify({ text, bad: true })
      return undefined
    },
  )
}

/**
 * Moves cards before another card, or to the end of the column. Entering a project's last column completes them, leaving it
 * reopens them.
 */
export async function moveCards(ids: readonly string[], column: Column, before?: string): Promise<void> {
  const cards = findAll(columns.value, ids)
  const present = cards.map(({ id }) => id)
  const moves = movesTo(columns.value, present, column, before)
  if (moves.every(isDone)) return
  const turned = changedByMove(cards, column, isLast)
  const formerly = turned.flatMap(({ id }) => find(columns.value, id) ?? [])
  const back = turning(placesOf(columns.value, cards), formerly)
  const operations = turning(moves, turned)
  const found = nextOf(formerly, column)
  const next = found instanceof Promise ? await found : found
  if (!next) return
  const nextIds = next.operations.map(({ id }) => id)
  linger(turned.flatMap(({ id, complete }) => (complete ? [id] : [])))
  revealAmongMany(present)
  await commit(...operations, ...next.operations)
  // Others may have deleted some of them, such as while they were dragged.
  const moved = findAll(columns.value, present)
  if (moved.length === 0) return notify({ text: `${called(cards)} ${wasOrWere(cards)} deleted elsewhere.` })
  offerUndo({
    ids: [...present, ...nextIds],
    items: moved,
    what: (now) =>
      `Moved ${now.length === 1 ? '' : `${called(now)} `}to ${nameFrom(cards, column)}${next.said}`,
    more() {
      const drawn = drawnIn(column).value.cards
      const index = drawn.findIndex(({ id }) => present.includes(id))
      return `${count(index + 1)} of ${count(drawn.length)}.`
    },
    undone: (now) => movedBack(now, cards, column),
    ...undoingOf(nextIds, [], { undo: back, redo: operations }),
  })
}

/** Whether a move changes nothing: its cards are in their places, right behind the others. */
function isDone({ ids, column, behind }: Move): boolean {
  const there = cardsOf(columns.value, keyOf(column)).map(({ id }) => id)
  const start = there.indexOf(ids[0] ?? '') - behind.length
  if (start < 0 || (start > 0 && behind.length === 0)) return false
  return [...behind, ...ids].every((id, index) => there[start + index] === id)
}

/** The name of a column, with that of its project if the cards come from elsewhere. */
const nameFrom = (cards: readonly Column[], column: Column) =>
  cards.some(({ project_id }) => project_id !== column.project_id) ? fullNameOf(column) : nameOf(column)

/** “Moved back to To do”, unless they only changed places or came from several columns. */
function movedBack(now: readonly Pick<Card, 'text'>[], cards: readonly Card[], column: Column): string {
  const [origin, ...others] = new Map(cards.map((card) => [keyOf(card), card])).values()
  if (!origin || others.length > 0 || keyOf(origin) === keyOf(column)) return `Moved ${called(now)} back`
  return `Moved ${now.length === 1 ? '' : `${called(now)} `}back to ${nameFrom([column], origin)}`
}

/** Moves cards to a column of a project (the first by default) or to the inbox. */
export async function sendCards(ids: readonly string[], projectId: string | null, statusId?: string) {
  const candidates = projectId ? columnsOf(projectId) : [inbox]
  const column = candidates.find(({ status_id }) => status_id === statusId) ?? candidates[0]
  if (column) await moveCards(ids, columnOf(column))
}
