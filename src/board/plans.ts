// Plans: the changes that complete, move and delete cards. `client/carry-out.ts` carries them out.

import type { Card, NewCard } from '../contract/card.ts'
import type { Board } from './board.ts'
import {
  type Column,
  type Completion,
  changedByMove,
  completionsOf,
  type Move,
  movesTo,
  turning,
} from './columns.ts'
import { type Successor, successorsOf } from './repeating.ts'
import type { Day } from './text/days.ts'

/** A change of an account. `client/requests.ts` has the request for each. */
export type Change =
  /** `follows`: the repeating card whose completion has added it. */
  | ({ kind: 'add card'; id: string; project_id: string | null; follows?: string } & NewCard)
  | { kind: 'edit card'; id: string; text: string }
  | Completion
  | Move
  | { kind: 'add project' | 'rename project'; id: string; title: string }
  | { kind: 'delete card' | 'delete project' | 'restore card' | 'restore project' | 'purge'; id: string }

export interface Plan {
  /** The next card of each that repeats and is completed. */
  successors: readonly Successor[]
  steps: readonly Change[]
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

/** The ids of the cards or the project that it changes. */
export const idsIn = (change: Change): readonly string[] =>
  change.kind === 'move cards' ? change.ids : [change.id]
