import { type Column, findAll } from '../../board/columns.ts'
import { dueOf } from '../../board/due.ts'
import { successorsOf } from '../../board/repeating.ts'
import type { Card } from '../../contract/card.ts'
import type { OperationOf } from '../model/operations.ts'
import { count, dueWords } from '../model/wording.ts'
import { today } from '../state/page-cards.ts'
import { foreseen } from '../sync/commit.ts'

export { redated, replacementFor } from '../../board/repeating.ts'

/** The cards that repeat, to be added as others are completed. */
export interface NextCards {
  operations: readonly OperationOf<'add card'>[]
  /** The end of the message about it: “Completed “Water”. Next: Fri”. */
  said: string
}

/** The next of each card that repeats, unless it is there. `to` is where the cards go at the same time. */
export function nextCards(cards: readonly Card[], to: Column | undefined): NextCards {
  const next = successorsOf(cards, today.value, to)
  const ids = next.map(({ id }) => id)
  const there = new Set(findAll(foreseen().columns, ids).map(({ id }) => id))
  const added = next.filter(({ id }) => !there.has(id))
  return { operations: added.map((one) => ({ kind: 'add card', ...one })), said: inWords(added) }
}

function inWords([first, ...others]: readonly { text: string }[]): string {
  const due = first && dueOf(first)?.due
  if (!due) return ''
  return others.length === 0
    ? `. Next: ${dueWords(due, today.value)}`
    : `. Added the next ${count(others.length + 1)}`
}
