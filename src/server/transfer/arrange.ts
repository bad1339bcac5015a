import { statusNames } from '../../contract/plain/statuses.ts'
import { invalid } from '../common/problems.ts'
import { type Choice, cut } from './formats/lists.ts'
import type { LeftOut } from './left-out.ts'
import { withMarks } from './marking.ts'
import { most, type Plan, type PlannedCard, tooMuch } from './plan.ts'
import { splitText } from './split-text.ts'

type StatusName = (typeof statusNames)[number]

/** What an import will create, validated and split to fit. */
export interface Arrangement {
  boards: readonly Board[]
  inbox: readonly ReadyCard[]
  lists: readonly { name: string; status: StatusName; cards: number }[]
  leftOut: LeftOut
}

interface Board {
  title: string
  created_at?: string
  /** The cards of each status. */
  columns: readonly ReadyCard[][]
}

export type ReadyCard = Omit<PlannedCard, 'at' | 'marks'>

/**
 * Maps lists to statuses, splits texts that are too long and truncates titles. Throws if something cannot be
 * stored.
 */
export function arrange(plan: Plan, choice: Choice, fallbackTitle: string): Arrangement {
  const lists = new Map<string, { status: StatusName; cards: number }>()
  const boards = plan.projects.map(({ title, at, created_at, lists: planned }) => {
    const columns: ReadyCard[][] = statusNames.map(() => [])
    for (const { name, cards } of planned) {
      const status = choice.statusOf(name)
      const isDone = plan.completesLast === true && status === statusNames.length - 1
      const ready = cards.flatMap((card) => readyCards({ ...card, complete: card.complete || isDone }))
      for (const card of ready) columns[status]?.push(card)
      if (!name) continue
      const list = lists.get(cut(name)) ?? { status: statusNames[status] ?? statusNames[0], cards: 0 }
      lists.set(cut(name), { ...list, cards: list.cards + ready.length })
    }
    return { title: readyTitle(title, at) || fallbackTitle, ...(created_at && { created_at }), columns }
  })
  choice.requireLists(plan.projects.flatMap(({ lists }) => lists.map(({ name }) => name)))
  const arranged = {
    boards,
    inbox: plan.inbox.flatMap(readyCards),
    lists: [...lists].map(([name, list]) => ({ name, ...list })),
    leftOut: plan.leftOut,
  }
  if (countCards(arranged) > most.entries) throw tooMuch('it', `has more than ${most.entries} cards`)
  return arranged
}

export const countCards = ({ boards, inbox }: Pick<Arrangement, 'boards' | 'inbox'>) =>
  boards.reduce((sum, { columns }) => columns.reduce((part, { length }) => part + length, sum), inbox.length)

/** The marks are those of the first part. */
function readyCards({ at, text, marks = '', ...card }: PlannedCard): ReadyCard[] {
  requireStorable(text, at)
  const reserved = marks === '' ? 0 : Array.from(marks).length + 1
  return splitText(text, reserved).map((part, index) => ({
    ...card,
    text: index === 0 ? withMarks(part, marks) : part,
  }))
}

function readyTitle(title: string, at: string): string {
  requireStorable(title, at)
  return cut(title.trim())
}

function requireStorable(text: string, at: string): void {
  if (text.includes('\0') || !text.isWellFormed())
    throw invalid(at, 'must not contain NUL or half of a character')
}
