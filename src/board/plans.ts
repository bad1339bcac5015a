// Plans: the requests that complete, move and delete cards. `client/carry-out.ts` carries them out.

import type { Card } from '../contract/card.ts'
import type { Board } from './board.ts'
import {
  type Column,
  type Completion,
  changedByMove,
  completionsOf,
  type Move,
  movesTo,
  orderOf,
  turning,
} from './columns.ts'
import { type Successor, successorsOf } from './repeating.ts'
import type { Day } from './text/days.ts'

export interface Deletion {
  kind: 'delete card'
  id: string
}

export type Step = Move | Completion | Deletion

export interface Plan {
  /** The next card of each that repeats and is completed. */
  successors: readonly Successor[]
  steps: readonly Step[]
}

/** Completes or reopens cards where they are. */
export const completing = (cards: readonly Card[], complete: boolean, today: Day): Plan => ({
  successors: complete ? successorsOf(cards, today) : [],
  steps: completionsOf(cards.map((card) => ({ ...card, complete }))),
})

/** Moves cards before another one of the column, or to its end. The last column of a project completes them. */
export function moving(
  board: Board,
  cards: readonly Card[],
  to: Column,
  before: string | undefined,
  today: Day,
): Plan {
  const turned = changedByMove(cards, to, board.isLast)
  const completed = new Set(turned.flatMap(({ id, complete }) => (complete ? [id] : [])))
  return {
    successors: successorsOf(
      cards.filter(({ id }) => completed.has(id)),
      today,
      to,
    ),
    steps: turning(
      movesTo(
        board.columns,
        cards.map(({ id }) => id),
        to,
        before,
      ),
      turned,
    ),
  }
}

export const deleting = (cards: readonly { id: string }[]): Plan => ({
  successors: [],
  steps: cards.map(({ id }) => ({ kind: 'delete card', id })),
})

/** The cards that a step changes. */
export const idsIn = (step: Step): readonly string[] => (step.kind === 'move cards' ? step.ids : [step.id])

/** The request for a step, as an operation of a batch. */
export function operationOf(step: Step) {
  if (step.kind === 'move cards') return { method: 'PUT', path: '/api/cards/order', body: orderOf(step) }
  const path = `/api/cards/${step.id}`
  return step.kind === 'delete card'
    ? { method: 'DELETE', path }
    : { method: 'PATCH', path, body: { complete: step.complete } }
}

/** The operation that adds the next card of a series. The id is its idempotency key. */
export const addingOf = ({ id, text, project_id }: Successor) => ({
  method: 'POST',
  path: project_id === null ? '/api/inbox/cards' : `/api/projects/${project_id}/cards`,
  body: { text },
  idempotency_key: id,
})
