import type { Card } from '../../contract/card.ts'
import type { Project } from '../../contract/project.ts'
import { confirmed } from '../state/changes.ts'
import { find } from '../state/columns.ts'
import type { Operation } from '../state/operations.ts'

// The newest that is known of a text: as the feed has brought it, or as the answer to an operation before it said.

/** What replaces a text, or deletes it: only if it is still the one that the person has seen. */
export type Conditional = Extract<Operation, { before: string }>

export const isConditional = (operation: Operation): operation is Conditional => 'before' in operation

interface Known {
  text: string
  revision: number
}

const heard = new Map<string, Known>()

/** Remembers the cards or the project that an answer contains. */
export function hear(answer: unknown): void {
  const { card, cards = [], project } = (answer ?? {}) as { card?: Card; cards?: Card[]; project?: Project }
  for (const { id, text, revision } of card ? [card] : cards) heard.set(id, { text, revision })
  if (project) heard.set(project.id, { text: project.title, revision: project.revision })
}

function fromFeed({ kind, id }: Conditional): Known | undefined {
  const { columns, projects } = confirmed.value.workspace
  if (kind !== 'rename project') return find(columns, id)
  const project = projects?.find((one) => one.id === id)
  return project && { text: project.title, revision: project.revision }
}

/** The revision to insist on; none if the text is not known to be the one that the person changed. */
export function matchFor(operation: Conditional): number | undefined {
  const [feed, answer] = [fromFeed(operation), heard.get(operation.id)]
  const known = feed && answer ? (feed.revision > answer.revision ? feed : answer) : (feed ?? answer)
  return known?.text === operation.before ? known.revision : undefined
}
