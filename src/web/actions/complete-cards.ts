import { type Column, findAll } from '../../client/board/columns.ts'
import { completionsOf } from '../../client/board/moves.ts'
import { successorsOf } from '../../client/board/repeating.ts'
import type { Card } from '../../contract/card.ts'
import type { OperationOf } from '../model/operations.ts'
import { called } from '../model/wording.ts'
import { today } from '../state/today.ts'
import { commit, foreseen } from '../sync/commit.ts'
import { undoingOf } from './delete-cards.ts'
import { offerUndo } from './undo.ts'

/** Completes cards; if all of them are complete, reopens them. They stay where they are. */
export async function toggleComplete(ids: readonly string[]): Promise<void> {
  // Includes pending operations: a second click may come before the first is shown.
  const present = findAll(foreseen().columns, ids)
  const complete = present.some((card) => !card.complete)
  const cards = present.filter((card) => card.complete !== complete)
  if (cards.length === 0) return
  const next = nextOf(cards)
  const operations = completionsOf(cards.map((card) => ({ ...card, complete })))
  await commit(...operations, ...next)
  const nextIds = next.map(({ id }) => id)
  offerUndo({
    ids: [...ids, ...nextIds],
    items: cards,
    what: (now) => `${complete ? 'Completed' : 'Reopened'} ${called(now)}${added(next)}`,
    undone: (now) => `${complete ? 'Reopened' : 'Completed'} ${called(now)}`,
    ...undoingOf(nextIds, [], { undo: completionsOf(cards), redo: operations }),
  })
}

/** What completing cards adds: the next of each that repeats, unless it is there. `to` is where they go at the same time. */
export function nextOf(cards: readonly Card[], to?: Column): OperationOf<'add card'>[] {
  const next = successorsOf(cards, today.value, to)
  if (next.length === 0) return []
  const there = findAll(
    foreseen().columns,
    next.map(({ id }) => id),
  )
  const known = new Set(there.map(({ id }) => id))
  return next.filter(({ id }) => !known.has(id)).map((one) => ({ kind: 'add card', ...one }))
}

/** For a message: what else has been added. */
export function added(next: readonly OperationOf<'add card'>[]): string {
  if (next.length === 0) return ''
  return next.length === 1 ? ' and added the next one' : ` and added the next ${next.length}`
}
