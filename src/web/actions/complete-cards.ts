import { type Column, completionsOf, findAll } from '../../board/columns.ts'
import { dueOf } from '../../board/due.ts'
import type { Card } from '../../contract/card.ts'
import type { NextCards } from '../dates/next-cards.ts'
import { called } from '../model/wording.ts'
import { page } from '../navigation/route.ts'
import { keepTicked, ticked } from '../state/drawn.ts'
import { notify } from '../state/notices.ts'
import { commit, foreseen } from '../sync/commit.ts'
import { undoingOf } from './delete-cards.ts'
import { offerUndo } from './undo.ts'

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

/** After the app: before there are cards, nobody needs it. */
export async function loadNextCards() {
  loaded ??= await import('../dates/next-cards.ts')
  return loaded
}

const none: NextCards = { operations: [], said: '' }

/**
 * What completing these cards adds, if they repeat. A promise only while that is being loaded: what is dropped or typed next waits
 * for the commit, which must have begun. Undefined if it can't be loaded: without it, a series would end.
 */
export function nextOf(cards: readonly Card[], to?: Column): NextCards | Promise<NextCards | undefined> {
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
