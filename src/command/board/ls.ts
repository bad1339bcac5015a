import type { Board } from '../../client/board/board.ts'
import { inbox } from '../../client/board/columns.ts'
import { CommandError } from '../../server/common/command-error.ts'
import { connected } from '../account/connection.ts'
import { drawColumn, drawInbox, drawProject, drawProjects, heading, type Manner } from '../output/drawing.ts'
import { answer, jsonOption } from '../output/terminal.ts'
import { findColumn, findProject, isInbox } from './names.ts'
import { placeName, readBoard } from './read-board.ts'

export const words = ['[PROJECT]', '[COLUMN]'] as const
export const options = {
  all: { help: 'the inbox and every project, with their cards' },
  done: { help: 'also completed cards, which are otherwise only counted' },
  ...jsonOption,
}
export const notes = `Without PROJECT: the inbox, and the names of the projects. PROJECT may be "inbox".
Other commands take the letters before a card as its name.`

export const run = connected(async ({ client }, { words: [named, column], options: asked }) => {
  const board = await readBoard(client)
  const view = viewOf(board, named, column, asked.all !== undefined)
  const manner = { withDone: asked.done !== undefined }
  answer(asked, view.data(manner), () => view.draw(manner).join('\n'))
  return undefined
})

interface View {
  draw(manner: Manner): string[]
  data(manner: Manner): unknown
}

/** The view that `ls` lists and `watch` keeps up to date. */
export function viewOf(board: Board, named?: string, column?: string, isAll = false): View {
  const projects = board.projects
  if (named && !(isInbox(named) && !projects.some(({ title }) => isInbox(title))))
    return projectView(board, findProject(named, projects).id, column)
  if (column) throw new CommandError('The inbox has no columns.')
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
