import type { Board, ColumnCounts } from '../board/board.ts'
import { type Column, keyOf } from '../board/columns.ts'
import { type DueCard, dueAsData, todayOf, weekdayName } from '../board/due.ts'
import { describeWithPlace } from '../board/lookup.ts'
import type { Day } from '../board/text/days.ts'
import type { Card } from '../contract/card.ts'
import type { Account } from './account.ts'
import { count, describeProject } from './show.ts'

// An account in lines: its projects, and the cards that need attention.

type Counts = Awaited<ReturnType<Account['counts']>>

export const countIn = (counts: Counts, column: Column): ColumnCounts =>
  counts.get(keyOf(column)) ?? { open: 0, complete: 0 }

/** `qwrtjkzm "Garden": To do 3, Doing 1, Done 0+7 complete` */
export const boardLines = (board: Board, counts: Counts): string[] =>
  board.projects.map((project) => {
    const columns = board.placesOf(project).map((place) => {
      const { open, complete } = countIn(counts, place)
      return `${place.column} ${open}${complete > 0 ? `+${complete} complete` : ''}`
    })
    return `${describeProject(board, project)}: ${columns.join(', ')}`
  })

/** Cards that are due, and cards in progress, of which only those that are shown are read. */
export async function attention(account: Account, board: Board, counts: Counts, today: Day, most: number) {
  const dated = board.with(await account.cards({ complete: false, containing: 'due:' }))
  const { due } = todayOf(dated, today)
  const listed = new Set(due.map(({ card }) => card.id))
  const isListed = ({ id }: Card) => listed.has(id)
  const doing: Card[] = []
  let inProgress = 0
  for (const project of board.projects) {
    const [, column] = board.placesOf(project)
    const { open } = column ? countIn(counts, column) : { open: 0 }
    if (!column || open === 0) continue
    const elsewhere = dated.cardsIn(column).filter(isListed).length
    inProgress += open - elsewhere
    if (doing.length >= most) continue
    const limit = most - doing.length + elsewhere
    const cards = await account.cards({ column, complete: false, limit })
    doing.push(...cards.filter((card) => !isListed(card)).slice(0, most - doing.length))
  }
  const linesOf = (some: DueCard[]) =>
    some.map(({ card, due }) => `${describeWithPlace(board, card)}, due ${dueAsData(due)}`)
  const overdue = linesOf(due.filter(({ isOverdue }) => isOverdue))
  const now = linesOf(due.filter(({ isOverdue }) => !isOverdue))
  const lines = [
    ...part('Overdue', overdue.length, overdue.slice(0, most)),
    ...part('Due today', now.length, now.slice(0, most)),
    ...part(
      'Doing',
      inProgress,
      doing.map((card) => describeWithPlace(board, card)),
    ),
  ]
  return {
    due,
    doing,
    lines: [
      `Today is ${weekdayName(today)}, ${today}.`,
      ...(lines.length > 0 ? lines : ['Nothing is due today or in progress.']),
    ],
  }
}

function part(title: string, all: number, lines: string[]): string[] {
  const rest = all - lines.length
  if (lines.length === 0) return []
  return [`${title}: ${count(all, 'card')}.`, ...lines, ...(rest > 0 ? [`and ${rest} more.`] : [])]
}
