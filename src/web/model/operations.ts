import { type Completion, keyOf, type Move } from '../../board/columns.ts'
import { columnsIn, type Workspace } from '../../board/workspace.ts'
import { newKey } from '../../client/batches.ts'
import type { Card, NewCard } from '../../contract/card.ts'
import type { Project, Status } from '../../contract/project.ts'

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

/** The text that the person typed, if any. */
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

/** A random UUID, of version 4. */
export const newId = () => newKey().replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-8$4-')

/** How many changes a person would count: one for each card or project that `described` speaks of. */
export const countChanges = (operations: readonly Operation[]): number =>
  Math.max(
    Math.min(1, operations.length),
    changesIn(operations).reduce((sum, operation) => sum + idsOf(operation).length, 0),
  )

const none: ReadonlySet<string> = new Set()

/** Still part of another change when that one has been sent: otherwise the number of those that wait would grow. */
const parts = new WeakSet<Operation>()

/** Leaves out what is part of another change: adding a card to a column is one, and so is a move that completes the card. */
export function changesIn(operations: readonly Operation[]): Operation[] {
  const placed = new Set<string>()
  const moved = new Set<string>()
  return operations.filter((operation) => {
    const { kind } = operation
    if (kind === 'add card' || kind === 'restore card') placed.add(operation.id)
    if (kind === 'move cards') for (const id of operation.ids) moved.add(id)
    const before = kind === 'move cards' ? placed : kind === 'complete card' ? moved : none
    if (idsOf(operation).every((id) => before.has(id))) parts.add(operation)
    return !parts.has(operation)
  })
}
