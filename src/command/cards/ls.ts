import { Refused } from '../../server/refused.ts'
import { answer, jsonOption } from '../terminal.ts'
import { type Account, inbox, readAccount } from './account.ts'
import { connected } from './connection.ts'
import { drawColumn, drawInbox, drawProject, drawProjects, heading, type Manner } from './drawing.ts'
import { findColumn, findProject, isInbox } from './names.ts'

export const words = ['[PROJECT]', '[COLUMN]'] as const
export const options = {
  all: { help: 'the inbox and every project, with their cards' },
  done: { help: 'completed cards too, which are only counted otherwise' },
  ...jsonOption,
}
export const notes = `Without PROJECT: the inbox, and the names of the projects. PROJECT may be "inbox".
The letters before a card name it for the other commands.`

export const run = connected(async ({ client }, { words: [named, column], options: asked }) => {
  const account = await readAccount(client)
  const view = viewOf(account, named, column, asked.all !== undefined)
  const manner = { withDone: asked.done !== undefined }
  answer(asked, view.data(manner), () => view.draw(manner).join('\n'))
  return undefined
})

interface View {
  draw(manner: Manner): string[]
  data(manner: Manner): unknown
}

/** What is listed, and watched. */
export function viewOf(account: Account, named?: string, column?: string, isAll = false): View {
  const projects = [...account.projects.values()]
  if (named && !(isInbox(named) && !projects.some(({ title }) => isInbox(title))))
    return projectView(account, findProject(named, projects).id, column)
  if (column) throw new Refused('The inbox has no columns.')
  return {
    draw: (manner) => [
      ...drawInbox(account, manner),
      ...(isAll
        ? projects.flatMap((project) => ['', ...drawProject(account, project, manner)])
        : named
          ? []
          : drawProjects(account)),
    ],
    data: (manner) => ({
      inbox: cardsOf(account, inbox, manner),
      ...(!named && {
        projects: isAll ? projects.map(({ id }) => projectView(account, id).data(manner)) : projects,
      }),
    }),
  }
}

function projectView(account: Account, id: string, named?: string): View {
  const project = () => {
    const found = account.projects.get(id)
    if (!found) throw new Refused('The project is no longer there.')
    return found
  }
  const column = named && findColumn(named, account.columnsOf({ id }))
  const columns = () => (column ? [column] : account.columnsOf({ id }))
  return {
    draw: (manner) =>
      column
        ? [
            heading(account.placeOf({ project_id: project().id, status_id: column.id })),
            ...drawColumn(account, { project_id: id, status_id: column.id }, '  ', manner),
          ]
        : drawProject(account, project(), manner),
    data: (manner) => ({
      ...project(),
      columns: columns().map((one) => ({
        ...one,
        cards: cardsOf(account, { project_id: id, status_id: one.id }, manner),
      })),
    }),
  }
}

const cardsOf = (account: Account, column: Parameters<Account['cardsIn']>[0], { withDone }: Manner) =>
  account.cardsIn(column).filter(({ complete }) => withDone || !complete)
