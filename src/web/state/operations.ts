import type { Card } from '../../contract/card.ts'
import type { Project, Status } from '../../contract/project.ts'
import { statusIdOf, statusNames } from '../../contract/statuses.ts'
import { append, type Column, edit, find, inbox, keyOf, place, remove } from './columns.ts'
import {
  cardEdit,
  columnsIn,
  type Edit,
  putInBin,
  putProject,
  removeProject,
  renameProject,
  takeFromBin,
  type Workspace,
} from './workspace.ts'

/** A project as it was, with everything in it. */
export interface WholeProject {
  project: Project
  statuses: readonly Status[]
  cards: readonly Card[]
}

/**
 * Everything that a person can do to their account, as plain data: it is kept on the disk, shown before the server has
 * heard of it, and sent when the server can be reached. `before` is the text that the person saw and changed.
 */
export type Operation =
  | { kind: 'add card'; id: string; project_id: string | null; text: string; complete: boolean }
  | { kind: 'edit card'; id: string; text: string; before: string }
  | { kind: 'complete card'; id: string; complete: boolean }
  /** Behind the last of these cards that is in the column, or first if none is. */
  | { kind: 'move card'; id: string; column: Column; behind: readonly string[] }
  | { kind: 'delete card'; id: string }
  | { kind: 'restore card'; id: string; card: Card | undefined }
  | { kind: 'add project'; id: string; title: string }
  | { kind: 'rename project'; id: string; title: string; before: string }
  | { kind: 'delete project'; id: string }
  | { kind: 'restore project'; id: string; whole: WholeProject | undefined }
  | { kind: 'purge'; id: string }
  | { kind: 'empty bin' }

export type OperationOf<Kind extends Operation['kind']> = Extract<Operation, { kind: Kind }>

// What only the server knows.
const unknown = { owner_id: '', created_at: '', updated_at: '', revision: 0 }

/** What an operation does to what is shown. What it is about may be gone by now: then it does nothing. */
export function pictured(operation: Operation): Edit {
  switch (operation.kind) {
    case 'add card':
      return (now) => addCard(now, operation)
    case 'edit card':
      return cardEdit((now) => edit(now, operation.id, { text: operation.text }))
    case 'complete card':
      return cardEdit((now) => edit(now, operation.id, { complete: operation.complete }))
    case 'move card':
      return (now) =>
        has(now, operation.column)
          ? cardEdit((columns) => place(columns, operation.id, operation.column, operation.behind))(now)
          : now
    case 'delete card':
      return (now) => deleteCard(now, operation.id)
    case 'restore card':
      return (now) => restoreCard(takeFromBin(now, operation.id), operation.card)
    case 'add project':
      return (now) => addProject(now, operation)
    case 'rename project':
      return (now) => renameProject(now, operation.id, operation.title)
    case 'delete project':
      return (now) => deleteProject(now, operation.id)
    case 'restore project':
      return (now) => restoreProject(takeFromBin(now, operation.id), operation.whole)
    case 'purge':
      return (now) => takeFromBin(now, operation.id)
    case 'empty bin':
      return (now) => (now.bin?.length ? { ...now, bin: [] } : now)
  }
}

export const has = ({ statuses }: Workspace, { project_id, status_id }: Column) =>
  project_id === null || (statuses.get(project_id)?.some(({ id }) => id === status_id) ?? false)

/** The server puts new cards at the end of a project's first column. One whose project is gone goes to the inbox. */
export function newCard({ statuses }: Workspace, operation: OperationOf<'add card'>): Card {
  const { id, project_id, text, complete } = operation
  const [column = inbox] = project_id === null ? [] : columnsIn(statuses, project_id)
  return { ...unknown, ...column, id, text, complete, position: 0 }
}

function addCard(now: Workspace, operation: OperationOf<'add card'>): Workspace {
  // The feed may be ahead of the answer.
  if (find(now.columns, operation.id)) return now
  return cardEdit((columns) => append(columns, newCard(now, operation)))(now)
}

function deleteCard(now: Workspace, id: string): Workspace {
  const card = find(now.columns, id)
  if (!card) return now
  const without = cardEdit((columns) => remove(columns, new Set([id])))(now)
  return putInBin(without, { id, kind: 'card', text: card.text })
}

function restoreCard(now: Workspace, card: Card | undefined): Workspace {
  if (!card || find(now.columns, card.id)) return now
  return cardEdit((columns) => append(columns, has(now, card) ? card : { ...card, ...inbox }))(now)
}

function addProject(now: Workspace, { id, title }: OperationOf<'add project'>): Workspace {
  const project = { ...unknown, id, title, card_count: 0, completed_card_count: 0 }
  const statuses = statusNames.map((name, position) => ({
    id: statusIdOf(id, position),
    project_id: id,
    name,
    position,
  }))
  return restoreProject(now, { project, statuses, cards: [] })
}

function deleteProject(now: Workspace, id: string): Workspace {
  const project = now.projects?.find((one) => one.id === id)
  if (!project) return now
  const card_count = columnsIn(now.statuses, id).flatMap(
    (column) => now.columns.get(keyOf(column)) ?? [],
  ).length
  return putInBin(removeProject(now, id), { id, kind: 'project', title: project.title, card_count })
}

/** A project as it is now. */
export function wholeOf({ projects, statuses, columns }: Workspace, id: string): WholeProject | undefined {
  const project = projects?.find((one) => one.id === id)
  if (!project) return undefined
  const cards = columnsIn(statuses, id).flatMap((column) => columns.get(keyOf(column)) ?? [])
  return { project, statuses: statuses.get(id) ?? [], cards }
}

function restoreProject(now: Workspace, whole: WholeProject | undefined): Workspace {
  if (!whole || now.projects?.some(({ id }) => id === whole.project.id)) return now
  const { project, statuses, cards } = whole
  const made = putProject({ ...now, statuses: new Map([...now.statuses, [project.id, statuses]]) }, project)
  return cardEdit((columns) => cards.reduce(append, columns))(made)
}
