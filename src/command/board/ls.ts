import type { Board } from '../../board/board.ts'
import { inbox } from '../../board/columns.ts'
import { byDue, type DueFilter, labelsOf, passes, spans } from '../../board/due.ts'
import type { Day } from '../../board/text/days.ts'
import type { Card } from '../../contract/card.ts'
import { CommandError } from '../../server/common/command-error.ts'
import { UsageError } from '../command.ts'
import { connected } from '../outbox.ts'
import {
  cardLine,
  drawColumn,
  drawInbox,
  drawProject,
  drawProjects,
  heading,
  type Manner,
  placeName,
} from '../output/drawing.ts'
import { answer, jsonOption, remark, thisDay } from '../output/terminal.ts'
import { findColumn, findProject, isTheInbox, readBoard, readDate } from './names.ts'

export const words = ['[PROJECT]', '[COLUMN]', '[#LABEL…]'] as const
export const options = {
  due: { value: 'WHEN', help: 'only cards due then: overdue, today, week (the next seven days) or a date' },
  all: { help: 'the inbox and every project, with their cards' },
  done: { help: 'also completed cards, which are otherwise only counted' },
  ...jsonOption,
}
export const notes = `Without PROJECT: the inbox, and the names of the projects. PROJECT may be "inbox".
With labels or --due: the cards that have all of these, wherever they are, or in PROJECT. Most shells take # for a comment, so
quote it: inboard ls '#garden' --due week
Other commands take the letters before a card as its name.`

export const run = connected(async ({ client }, { words: given, options: asked }) => {
  const today = thisDay()
  const labels = given.filter(isLabel)
  const [named, column, tooMany] = given.filter((word) => !isLabel(word))
  if (tooMany !== undefined) throw new UsageError('Too many arguments. See: inboard ls --help')
  const due = asked.due === undefined ? undefined : spanFrom(asked.due, today)
  const board = await readBoard(client)
  const manner = { withDone: asked.done !== undefined, today }
  if (labels.length > 0 || due) {
    const cards = board.cards.filter(isIn(board, named, column))
    const isWanted = passes({ labels, due }, today)
    const found = cards.filter((card) => (manner.withDone || !card.complete) && isWanted(card))
    const listed = due ? found.sort(byDue) : found
    answer(asked, { cards: listed }, () =>
      listed.map((card) => cardLine(board, card, today, { indent: '', withPlace: true })).join('\n'),
    )
    if (listed.length === 0 && asked.json === undefined) remark('No card matches.')
    return undefined
  }
  const view = viewOf(board, named, column, asked.all !== undefined)
  answer(asked, view.data(manner), () => view.draw(manner).join('\n'))
  return undefined
})

const spanFrom = (words: string, today: Day): DueFilter =>
  spans.find((span) => span === words.trim().toLowerCase()) ?? { day: readDate(words, today).due.day }

/** Whether a word is a label. A project called `#1` is none. */
const isLabel = (word: string) => labelsOf({ text: word }).length > 0

/** Which cards are in a project or one of its columns; all of them without either. */
function isIn(board: Board, named?: string, column?: string): (card: Card) => boolean {
  if (!named) return () => true
  if (isTheInbox(board.projects, named)) {
    if (column) throw noColumns()
    return ({ project_id }) => project_id === null
  }
  const { id } = findProject(named, board.projects)
  const status = column === undefined ? undefined : findColumn(column, board.statusesOf({ id }))
  return (card) => card.project_id === id && (!status || card.status_id === status.id)
}

const noColumns = () => new CommandError('The inbox has no columns.')

interface View {
  draw(manner: Manner): string[]
  data(manner: Manner): unknown
}

/** The view that `ls` lists and `watch` keeps up to date. */
export function viewOf(board: Board, named?: string, column?: string, isAll = false): View {
  const projects = board.projects
  if (named && !isTheInbox(board.projects, named))
    return projectView(board, findProject(named, projects).id, column)
  if (column) throw noColumns()
  return {
    draw: (manner) => [
      ...drawInbox(board, manner),
      ...(isAll
        ? projects.flatMap((project) => ['', ...drawProject(board, project, manner)])
        : named
          ? []
          : drawProjects(board)),
    ],
    data: (manner) => ({
      inbox: cardsOf(board, inbox, manner),
      ...(!named && {
        projects: isAll ? projects.map(({ id }) => projectView(board, id).data(manner)) : projects,
      }),
    }),
  }
}

function projectView(board: Board, id: string, named?: string): View {
  const project = () => {
    const found = board.findProject(id)
    if (!found) throw new CommandError('The project no longer exists.')
    return found
  }
  const column = named && findColumn(named, board.statusesOf({ id }))
  const columns = () => (column ? [column] : board.statusesOf({ id }))
  return {
    draw: (manner) =>
      column
        ? [
            heading(placeName(board, { project_id: project().id, status_id: column.id })),
            ...drawColumn(board, { project_id: id, status_id: column.id }, '  ', manner),
          ]
        : drawProject(board, project(), manner),
    data: (manner) => ({
      ...project(),
      columns: columns().map((one) => ({
        ...one,
        cards: cardsOf(board, { project_id: id, status_id: one.id }, manner),
      })),
    }),
  }
}

const cardsOf = (board: Board, column: Parameters<Board['cardsIn']>[0], { withDone }: Manner) =>
  board.cardsIn(column).filter(({ complete }) => withDone || !complete)
