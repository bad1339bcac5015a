import { type Column, inbox } from '../../../src/board/columns.ts'
import type { Card } from '../../../src/contract/card.ts'
import type { Project, Status } from '../../../src/contract/project.ts'

// Cards and projects as the server would describe them, for tests without one.

export const time = (second: number) => new Date(Date.UTC(2026, 10, 16, 9, 0, second)).toISOString()

export const projectOf = (id: string, given: Partial<Project> = {}): Project => ({
  id,
  owner_id: 'ada',
  title: id,
  card_count: 0,
  completed_card_count: 0,
  created_at: time(0),
  updated_at: time(0),
  revision: 1,
  ...given,
})

export const statusesOf = (project_id: string): Status[] =>
  ['To do', 'Doing', 'Done'].map((name, position) => ({
    id: `${project_id}/${position}`,
    project_id,
    name,
    position,
  }))

export const columnAt = (project_id: string, position: number): Column => ({
  project_id,
  status_id: `${project_id}/${position}`,
})

export const cardOf = (id: string, position: number, given: Partial<Card> = {}): Card => ({
  id,
  owner_id: 'ada',
  ...inbox,
  text: `What ${id} says`,
  complete: false,
  position,
  created_at: time(0),
  updated_at: time(0),
  revision: 1,
  ...given,
})
