import type { Board, ColumnCounts } from '../board/board.ts'
import { type Column, keyOf } from '../board/columns.ts'
import { type DueCard, dueAsData, todayOf, weekdayName } from '../board/due.ts'
import { describeWithPlace } from '../board/lookup.ts'
import type { Day } from '../board/text/days.ts'
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

/** Cards that are due, and cards in progress. */
export async function attention(account: Account, board: Board, counts: Counts, today: Day, most: number) {
  const cards = [...(await account.cards({ complete: false, containing: 'due:' }))]
  for (const project of board.projects) {
    const [, column] = board.placesOf(project)
    if (column && countIn(counts, column).open > 0)
      cards.push(...(await account.cards({ column, complete: false })))
  }
  const { due, doing } = todayOf(board.with(cards), today)
  const linesOf = (some: DueCard[]) =>
    some.map(({ card, due }) => `${describeWithPlace(board, card)}, due ${dueAsData(due)}`)
  const [overdue = [], now = []] = [true, false].map((isLate) =>
    linesOf(due.filter(({ isOverdue }) => isOverdue === isLate)),
  )
  const inProgress = doing.map((card) => describeWithPlace(board, card))
  const lines = [
    ...part('Overdue', overdue, most),
    ...part('Due today', now, most),
    ...part('Doing', inProgress, most),
  ]
  return {
    due: due.slice(0, most),
    doing: doing.slice(0, most),
    lines: [
      `Today is ${weekdayName(today)}, ${today}.`,
      ...(lines.length > 0 ? lines : ['Nothing is due today or in progress.']),
    ],
  }
}

function part(title: string, lines: string[], most: number): string[] {
  const rest = lines.length - most
  if (lines.length === 0) return []
  return [
    `${title}: ${count(lines.length, 'card')}.`,
    ...lines.slice(0, most),
    ...(rest > 0 ? [`and ${rest} more.`] : []),
  ]
}
