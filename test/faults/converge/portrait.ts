import type { Card } from '../../../src/contract/card.ts'
import type { Project, Status } from '../../../src/contract/project.ts'
import type { Model } from './model.ts'
import {
  type ColumnName,
  inbox,
  type ModelCard,
  type ModelProject,
  placeOf,
  statusNames,
} from './model-things.ts'

/** Everything in an account that model, server and replicas must agree on, a line for each thing. */
export type Portrait = string

/** The server's state of an account. */
interface Account {
  projects: Iterable<Project>
  statuses: Iterable<Status>
  cards: Iterable<Card>
}

export function portraitOf({ projects, statuses, cards }: Account, columns: Columns): Portrait {
  return portrait([
    ...[...projects].map(lineOfProject),
    ...[...statuses].map(lineOfStatus),
    ...[...cards].map((card) => lineOfCard(toModel(card, columns))),
  ])
}

export function portraitOfModel(model: Model): Portrait {
  return portrait(
    [...model.projects.values()].flatMap((project) => [
      lineOfModelProject(model, project),
      ...statusNames.map((name, position) => lineOfStatus({ project_id: project.id, name, position })),
    ]),
    [...model.cards.values()].map(lineOfCard),
  )
}

export function lineOfModelProject(model: Model, { id, title, revision }: ModelProject): string {
  const cards = model.cardsOf(id)
  const completed_card_count = cards.filter(({ complete }) => complete).length
  return lineOfProject({ id, title, revision, card_count: cards.length, completed_card_count })
}

export const lineOfProject = ({
  id,
  title,
  revision,
  card_count,
  completed_card_count,
}: Omit<Project, 'owner_id' | 'created_at' | 'updated_at'>): string =>
  `project ${id} revision ${revision}, ${completed_card_count} of ${card_count} complete: ${title}`

const lineOfStatus = ({ project_id, position, name }: Omit<Status, 'id'>) =>
  `status ${project_id}/${position}: ${name}`

export const lineOfCard = ({ id, column, position, complete, revision, text }: ModelCard): string =>
  `card ${id} revision ${revision} ${placeOf({ column, position })}${complete ? ', complete' : ''}: ${text}`

const portrait = (...lines: string[][]): Portrait => lines.flat().sort().join('\n')

/** The lines in which two portraits differ. */
export function difference(one: Portrait, other: Portrait): string {
  const [ones, others] = [one, other].map((text) => new Set(text.split('\n').filter(Boolean))) as [
    Set<string>,
    Set<string>,
  ]
  const only = (lines: Set<string>) =>
    [...lines]
      .slice(0, 4)
      .map((line) => `"${line}"`)
      .join(', ') || 'nothing'
  return `${only(ones.difference(others))} instead of ${only(others.difference(ones))}`
}

/** The columns of the status ids, as the server has reported them. */
export class Columns extends Map<string, ColumnName> {
  /** Throws if the server has reported something else before. */
  learn({ id, project_id, position }: Pick<Status, 'id' | 'project_id' | 'position'>): void {
    const column = `${project_id}/${position}`
    const before = this.get(id)
    if (before !== undefined && before !== column)
      throw new Error(`Status ${id} was ${before}, and now is ${column}.`)
    this.set(id, column)
  }
}

export function toModel(card: Card, columns: Columns): ModelCard {
  const { id, project_id, status_id, text, complete, position, revision } = card
  if (project_id === null || status_id === null)
    return { id, column: inbox, text, complete, position, revision }
  // Only a new card can be in an unknown column: it is the first card of its project.
  if (!columns.has(status_id)) columns.learn({ id: status_id, project_id, position: 0 })
  const column = columns.get(status_id) ?? ''
  const isTorn = !column.startsWith(`${project_id}/`)
  return { id, column: isTorn ? `${project_id}, and ${column}` : column, text, complete, position, revision }
}
