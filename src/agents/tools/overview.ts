import { type Board, inboxPlace } from '../../board/board.ts'
import { weekdayName } from '../../board/due.ts'
import type { Day } from '../../board/text/days.ts'
import { cardAsData, count, describe, describeProject, type LinkTo } from '../show.ts'
import { type Answer, attention, dayFor, members, timeZone, tool } from '../tool.ts'

/** Cards of each list. */
const mostShown = 20

export const overview = tool({
  name: 'overview',
  title: 'Overview',
  description:
    "Today's date and what needs attention, the inbox, and every project with its columns and their numbers of cards. Start with this.",
  scope: 'read',
  input: members({ time_zone: timeZone }),
  annotations: { readOnlyHint: true },
  run: async ({ board, linkTo }, { time_zone }) => {
    const today = dayFor(time_zone)
    return overviewOf(await board(), linkTo, today)
  },
})

function overviewOf(board: Board, linkTo: LinkTo, today: Day): Answer {
  const { due, doing, lines: now } = attention(board, today, mostShown)
  const waiting = board.cardsIn(inboxPlace).filter(({ complete }) => !complete)
  const shown = waiting.slice(0, mostShown)
  const rest = waiting.length - shown.length
  const projects = withCounts(board)
  const lines = [
    ...now,
    '',
    `Inbox: ${count(waiting.length, 'open card')}, ${board.cardsIn(inboxPlace).length - waiting.length} complete.`,
    ...shown.map((card) => describe(board, card)),
    ...(rest > 0 ? [`and ${rest} more: read "inbox".`] : []),
    '',
    `Projects: ${projects.length}.`,
    ...projectLines(board),
  ]
  return {
    text: lines.join('\n'),
    data: {
      today: {
        date: today,
        weekday: weekdayName(today),
        due: due
          .slice(0, mostShown)
          .map(({ card, isOverdue }) => ({ ...cardAsData(board, linkTo, card), overdue: isOverdue })),
        doing: doing.slice(0, mostShown).map((card) => cardAsData(board, linkTo, card)),
      },
      inbox: { open: waiting.length, cards: shown.map((card) => cardAsData(board, linkTo, card)) },
      projects: projects.map(({ id, title, columns }) => ({ id, title, columns })),
    },
  }
}

const withCounts = (board: Board) =>
  board.projects.map((project) => ({
    ...project,
    columns: board.placesOf(project).map((place) => {
      const cards = board.cardsIn(place)
      const open = cards.filter(({ complete }) => !complete).length
      return { name: place.column, open, complete: cards.length - open }
    }),
  }))

export const projectLines = (board: Board): string[] =>
  withCounts(board).map((project) => {
    const columns = project.columns.map(
      ({ name, open, complete }) => `${name} ${open}${complete > 0 ? `+${complete} complete` : ''}`,
    )
    return `${describeProject(board, project)}: ${columns.join(', ')}`
  })
