import type { Card } from '../contract/card.ts'
import { cardsOf, inbox, keyOf } from './columns.ts'
import { type DueCard, dueOf, isOverdue } from './due.ts'
import { addDays, type Day } from './text/days.ts'
import { columnsIn, compare, type Workspace } from './workspace.ts'

/** What is read of an account: a `Workspace` has it, and so does a `Board`. */
export type Boards = Pick<Workspace, 'projects' | 'statuses' | 'columns'>

export interface Attention {
  /** Open cards that are overdue or due today. */
  due: DueCard[]
  /** Every other open card in the second column of a project. */
  doing: Card[]
}

const isOpen = ({ complete }: Card) => !complete

/** What needs attention on a day, across all projects. Each card once. */
export function todayOf(boards: Boards, today: Day, isListed = isOpen): Attention {
  const due = dueCards(boards, today, isListed).filter(({ due: { day } }) => day <= today)
  const listed = new Set(due.map(({ card }) => card))
  const doing = (boards.projects ?? [])
    .flatMap(({ id }) => columnsIn(boards.statuses, id)[1] ?? [])
    .flatMap((column) => cardsOf(boards.columns, keyOf(column)))
    .filter((card) => isListed(card) && !listed.has(card))
  return { due, doing }
}

/** Open cards that are due soon: after today, in the next days. */
export function dueWithin(boards: Boards, today: Day, days: number, isListed = isOpen): DueCard[] {
  // Beyond the last day there is nothing.
  const last = addDays(today, days) ?? '9999-12-31'
  return dueCards(boards, today, isListed).filter(({ due: { day } }) => day > today && day <= last)
}

/** All cards with a date that are listed, by day and time, those without a time first; then as they are on the boards, the inbox first. */
function dueCards(
  { projects = [], statuses, columns }: Boards,
  today: Day,
  isListed: (card: Card) => boolean,
): DueCard[] {
  return [inbox, ...projects.flatMap(({ id }) => columnsIn(statuses, id))]
    .flatMap((column) => cardsOf(columns, keyOf(column)))
    .flatMap((card): DueCard[] => {
      const due = isListed(card) ? dueOf(card)?.due : undefined
      return due ? [{ card, due, isOverdue: isOverdue(due, today) }] : []
    })
    .sort((one, other) => compare(one.due.day, other.due.day) || compare(timeOf(one), timeOf(other)))
}

const timeOf = ({ due: { time } }: DueCard) => time ?? ''
