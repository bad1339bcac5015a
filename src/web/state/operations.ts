import type { Card } from '../../contract/card.ts'
import type { Project, Status } from '../../contract/project.ts'
import { type Column, keyOf } from './columns.ts'
import { columnsIn, type Workspace } from './workspace.ts'

/** A project as it was, with everything in it. */
export interface WholeProject {
  project: Project
  statuses: readonly Status[]
  cards: readonly Card[]
}

/**
 * Everything that a person can do to their account, as plain data: it is kept on the disk, shown before the server has
 * heard of it, and sent when the server can be reached. `before` is the text that the person saw.
 */
export type Operation =
  | { kind: 'add card'; id: string; project_id: string | null; text: string; complete: boolean }
  | { kind: 'edit card'; id: string; text: string; before: string }
  | { kind: 'complete card'; id: string; complete: boolean }
  /** Together, behind the last of these cards that is in the column, or first if none is; `complete`, if that is to change. */
  | {
      kind: 'move cards'
      ids: readonly string[]
      column: Column
      behind: readonly string[]
      /** Last, if none of them is in the column. */
      atEnd?: boolean
      complete?: boolean
    }
  | { kind: 'delete card'; id: string; before: string }
  | { kind: 'restore card'; id: string; card: Card | undefined }
  | { kind: 'add project'; id: string; title: string }
  | { kind: 'rename project'; id: string; title: string; before: string }
  | { kind: 'delete project'; id: string }
  | { kind: 'restore project'; id: string; whole: WholeProject | undefined }
  | { kind: 'purge'; id: string }

export type OperationOf<Kind extends Operation['kind']> = Extract<Operation, { kind: Kind }>

/** The things that it is about. */
export const idsOf = (operation: Operation): readonly string[] =>
  operation.kind === 'move cards' ? operation.ids : [operation.id]

/** What the person typed, if they typed something. */
export function typedIn(operation: Operation): string | undefined {
  if ('text' in operation) return operation.text
  return 'title' in operation ? operation.title : undefined
}

/** A project as it is now. */
export function wholeOf({ projects, statuses, columns }: Workspace, id: string): WholeProject | undefined {
  const project = projects?.find((one) => one.id === id)
  if (!project) return undefined
  const cards = columnsIn(statuses, id).flatMap((column) => columns.get(keyOf(column)) ?? [])
  return { project, statuses: statuses.get(id) ?? [], cards }
}
