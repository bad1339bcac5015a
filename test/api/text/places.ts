import type { RouteName } from '../../../src/contract/plain/paths.ts'
import type { Answer } from '../../support/service/inboard.ts'

interface Place {
  name: RouteName
  member: string
  /** How long it may be, in characters. */
  bound: number
  read(answer: Answer): string
}

/** Where people's text is stored. */
export const places: Place[] = [
  { name: 'addProject', member: 'title', bound: 200, read: ({ body }) => body.project?.title },
  { name: 'renameProject', member: 'title', bound: 200, read: ({ body }) => body.project?.title },
  { name: 'addInboxCard', member: 'text', bound: 2000, read: ({ body }) => body.card?.text },
  { name: 'addProjectCard', member: 'text', bound: 2000, read: ({ body }) => body.card?.text },
  { name: 'editCard', member: 'text', bound: 2000, read: ({ body }) => body.card?.text },
]
