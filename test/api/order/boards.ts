import type { Client } from '../../../src/client/client.ts'
import type { Card } from '../../../src/contract/card.ts'

export interface Place {
  project_id: string | null
  status_id: string | null
}

/** A project's three columns and the inbox. */
export async function newBoard(client: Client): Promise<Place[]> {
  const { project } = await client.addProject({ title: 'Model' })
  const { statuses } = await client.listStatuses({ project_id: project.id })
  return [
    { project_id: null, status_id: null },
    ...statuses.map(({ id }) => ({ project_id: project.id, status_id: id })),
  ]
}

export async function everyCard(client: Client): Promise<Card[]> {
  const { projects } = await client.listProjects()
  const lists = await Promise.all(projects.map(({ id }) => client.listProjectCards({ project_id: id })))
  return [...(await client.listInboxCards()).cards, ...lists.flatMap(({ cards }) => cards)]
}

export const inPlace = (cards: Card[], { status_id }: Place) =>
  cards.filter((card) => card.status_id === status_id)

export const isDense = (cards: Card[]) => cards.every(({ position }, index) => position === index)
