import { type Client, ProblemError } from '../../client/client.ts'
import type { Card } from '../../contract/card.ts'
import type { Project, Status } from '../../contract/project.ts'
import { Refused } from '../../server/refused.ts'
import type { Destination } from './kept-cards.ts'
import { findColumn, findProject, isInbox } from './names.ts'
import { printable } from './printable.ts'

/** Where new cards go: a column of a project, or the inbox. */
export interface Target {
  project?: Project
  column?: Status
  /** The column that the server puts them into by itself. */
  first?: Status
  /** What is added to the last column is complete. */
  complete: boolean
}

/** Fails with what there is, if what was named is not there. */
export async function findTarget(client: Client, destination: Destination): Promise<Target> {
  const { project: named, project_id, column } = destination
  if (!named) {
    if (column && !isInbox(column))
      throw new Refused(`The inbox has no columns: say which project too (--project NAME --to ${column}).`)
    return { complete: false }
  }
  const { projects } = await client.listProjects()
  const known = projects.find(({ id }) => id === project_id)
  if (project_id && !known) throw goneProject(named)
  if (!known && isInbox(named) && !projects.some(({ title }) => isInbox(title)))
    return await findTarget(client, { ...(column && { column }) })
  const project = known ?? findProject(named, projects)
  if (!column) return { project, complete: false }
  const { statuses } = await client.listStatuses({ project_id: project.id })
  const [first] = statuses
  const status = findColumn(column, statuses)
  return { project, column: status, ...(first && { first }), complete: status === statuses.at(-1) }
}

export const placeOf = ({ project, column }: Target) =>
  project ? printable([project.title, ...(column ? [column.name] : [])].join(' / ')) : 'the inbox'

const goneProject = (title: string) => new Refused(`The project "${printable(title)}" is no longer there.`)

export async function requireProject(client: Client, { id, title }: Project): Promise<void> {
  try {
    await client.readProject({ project_id: id })
  } catch (error) {
    throw error instanceof ProblemError && error.status === 404 ? goneProject(title) : error
  }
}

/**
 * The server adds cards to the first column of a project. Those that nobody has touched since go on to where they belong: when they
 * are sent again, they may have been moved meanwhile.
 */
export async function moveNewCards(
  client: Client,
  { project, column, first }: Target,
  cards: Card[],
): Promise<void> {
  if (!project || !column || column.id === first?.id) return
  const moved = cards
    .filter((card) => card.status_id === first?.id && card.updated_at === card.created_at)
    .map(({ id }) => id)
  if (moved.length === 0) return
  const there = (await client.listProjectCards({ project_id: project.id })).cards
    .filter(({ status_id }) => status_id === column.id)
    .map(({ id }) => id)
  const { cards: now } = await client.setColumn({
    project_id: project.id,
    status_id: column.id,
    card_ids: [...there, ...moved].slice(-mostListed),
    moved,
  })
  const byId = new Map(now.map((card) => [card.id, card]))
  for (const [index, card] of cards.entries()) cards[index] = byId.get(card.id) ?? card
}

const mostListed = 10_000
