import Type from 'typebox'
import type { Board } from '../client/board/board.ts'
import type { DueCard } from '../client/board/due.ts'
import { todayOf } from '../client/board/today.ts'
import { dueAsData, weekdayName } from '../client/dates/words.ts'
import { type Day, dayIn } from '../contract/plain/marks/days.ts'
import { count, describeWithPlace, quoted } from './show.ts'
import { text } from './tool.ts'
import { ToolError } from './tool-error.ts'

export const timeZone = Type.Optional(text("the person's, as Europe/Vienna; default the server's"))

/** The day that it is for the person. */
export function dayFor(zone: string | undefined): Day {
  try {
    return dayIn(new Date(), zone)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new ToolError(
      `Nothing was done: there is no time zone ${quoted(zone ?? '')}. Use a name such as "Europe/Vienna" or "UTC".`,
    )
  }
}

/** `Today is Thursday, 2026-11-19.` */
const daySentence = (today: Day) => `Today is ${weekdayName(today)}, ${today}.`

/** What is due, and what is in progress. */
export function attention(board: Board, today: Day, most: number) {
  const { due, doing } = todayOf(board, today)
  const linesOf = (some: DueCard[]) =>
    some.map(({ card, due }) => `${describeWithPlace(board, card)}, due ${dueAsData(due)}`)
  const lines = [
    ...part('Overdue', linesOf(due.filter(({ isOverdue }) => isOverdue)), most),
    ...part('Due today', linesOf(due.filter(({ isOverdue }) => !isOverdue)), most),
    ...part(
      'Doing',
      doing.map((card) => describeWithPlace(board, card)),
      most,
    ),
  ]
  return {
    due,
    doing,
    lines: [daySentence(today), ...(lines.length > 0 ? lines : ['Nothing is due today or in progress.'])],
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
