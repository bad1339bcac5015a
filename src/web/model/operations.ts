import { type Completion, keyOf, type Move } from '../../board/columns.ts'
import { columnsIn, type Workspace } from '../../board/workspace.ts'
import type { Card, NewCard } from '../../contract/card.ts'
import type { Project, Status } from '../../contract/project.ts'
import { newId } from './new-id.ts'

/** A project as it was, with everything in it. */
export interface WholeProject {
  project: Project
  statuses: readonly Status[]
  cards: readonly Card[]
}

/**
 * Everything a person can do to their account, as plain data: stored, shown at once, and sent when the server can be reached.
 * `before` is the text that the person saw.
 */
export type Operation =
  /** `follows`: the repeating card whose completion has added it. Another device may have added the same one. */
  | ({ kind: 'add card'; id: string; project_id: string | null; follows?: string } & Omit<
      NewCard,
      'position'
    >)
  | { kind: 'edit card'; id: string; text: string; before: string }
  | Completion
  | Move
  /** With `complete`: only if it is still that. */
  | { kind: 'delete card'; id: string; before: string; complete?: boolean }
  | { kind: 'restore card'; id: string; card: Card | undefined }
  | { kind: 'add project'; id: string; title: string }
  | { kind: 'rename project'; id: string; title: string; before: string }
  | { kind: 'delete project'; id: string }
  | { kind: 'restore project'; id: string; whole: WholeProject | undefined }
  | { kind: 'purge'; id: string }

export type OperationOf<Kind extends Operation['kind']> = Extract<Operation, { kind: Kind }>

/** The ids of the cards or the project that it changes. */
export const idsOf = (operation: Operation): readonly string[] =>
  operation.kind === 'move cards' ? operation.ids : [operation.id]

/** For a new card or project, its id is the idempotency key. */
export const keyFor = (operation: Operation) =>
  operation.kind === 'add card' || operation.kind === 'add project' ? operation.id : newId()

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
