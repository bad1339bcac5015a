import { isLastOf, movesTo, orderOf } from '../../board/columns.ts'
import { findColumn, findProject, isInbox, NameError, quoted } from '../../board/names.ts'
import { type Client, ProblemError } from '../../client/client.ts'
import type { Card } from '../../contract/card.ts'
import type { Project, Status } from '../../contract/project.ts'
import type { Destination } from '../outbox.ts'
import { printable } from '../output/terminal.ts'

/** Where new cards go: a column of a project, or the inbox. */
export interface Target {
  project?: Project
  column?: Status
  /** The column that the server adds cards to. */
  first?: Status
  /** Cards added to the last column are complete. */
  complete: boolean
}

/** If a name does not match, the error lists the candidates. */
export async function findTarget(
  client: Client,
  { project: named = '', column }: Destination,
): Promise<Target> {
  if (isInbox(named)) {
    if (column && !isInbox(column))
      throw new NameError(`The inbox has no columns. Choose a project too: --project NAME --to ${column}`)
    return { complete: false }
  }
  const { projects } = await client.listProjects()
  const project = findProject(projects, named)
  if (!column) return { project, complete: false }
  const { statuses } = await client.listStatuses({ project_id: project.id })
  const [first] = statuses
  const status = findColumn(statuses, column)
  return {
    project,
    column: status,
    ...(first && { first }),
    complete: isLastOf(statuses, { status_id: status.id }),
  }
}

export const placeOf = ({ project, column }: Target) =>
  project ? printable([project.title, ...(column ? [column.name] : [])].join(' / ')) : 'the inbox'

/** Says that the project no longer exists. Empty if it does, or for the inbox. */
export async function missingProject(client: Client, { project }: Target): Promise<string> {
  if (!project) return ''
  try {
    await client.readProject({ project_id: project.id })
    return ''
  } catch (error) {
    if (error instanceof ProblemError && error.status === 404)
      return `The project ${quoted(project.title)} no longer exists.`
    throw error
  }
}

/**
 * Moves new cards to their column, because the server adds cards to the first one of a project. Skips cards that were
 * changed since: a card that is sent twice may have been moved in between.
 */
export async function moveToColumn(
  client: Client,
  { project, column, first }: Target,
  cards: Card[],
): Promise<void> {
  if (!project || !column || column.id === first?.id) return
  const moved = cards
    .filter((card) => card.status_id === first?.id && card.updated_at === card.created_at)
    .map(({ id }) => id)
  if (moved.length === 0) return
  const to = { project_id: project.id, status_id: column.id }
  const answers: Card[] = []
  for (const move of movesTo(new Map(), moved, to, undefined))
    answers.push(...(await client.setColumn(orderOf(move))).cards)
  const byId = new Map(answers.map((card) => [card.id, card]))
  for (const [index, card] of cards.entries()) cards[index] = byId.get(card.id) ?? card
}
