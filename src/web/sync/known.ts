import type { BatchResult } from '../../contract/feed.ts'
import { confirmed, waiting } from '../state/changes.ts'
import { find } from '../state/columns.ts'
import { idsOf, type Operation, typedIn } from '../state/operations.ts'

// The newest that is known of a text: as the feed has brought it, or as the answer to an operation before it said.

/** What replaces a text, or deletes it: only if it is still the one that the person has seen. */
export type Conditional = Extract<Operation, { before: string }>

export const isConditional = (operation: Operation): operation is Conditional => 'before' in operation

interface Known {
  text: string
  revision: number
}

const heard = new Map<string, Known>()

export const remember = (id: string, known: Known) => heard.set(id, known)

/** The numbers of a server that was set back may mean something else by now. */
export const forgetHeard = () => heard.clear()

/** Remembers the text that an operation has written. If that was done before, somebody may have changed it since. */
export function hear(operation: Operation, { revision, replayed }: BatchResult): void {
  const text = typedIn(operation)
  const [id = ''] = idsOf(operation)
  if (text !== undefined && revision !== undefined && !replayed) remember(id, { text, revision })
}

function fromFeed({ kind, id }: Conditional): Known | undefined {
  const { columns, projects } = confirmed.value.workspace
  if (kind !== 'rename project') return find(columns, id)
  const project = projects?.find((one) => one.id === id)
  return project && { text: project.title, revision: project.revision }
}

/**
 * The state from which on the feed says what a text is by now: something else was done to its thing, such as a move, and the answer
 * said no more than that it is done.
 */
export function knownFrom({ id }: Conditional): number {
  const since = heard.get(id)?.revision ?? 0
  return waiting.value.reduce(
    (latest, { seq = 0, operation }) =>
      seq > since && idsOf(operation).includes(id) ? Math.max(latest, seq) : latest,
    0,
  )
}

/** The revision to insist on; none if the text is not known to be the one that the person changed. */
export function matchFor(operation: Conditional): number | undefined {
  const [feed, answer] = [fromFeed(operation), heard.get(operation.id)]
  const known = feed && answer ? (feed.revision > answer.revision ? feed : answer) : (feed ?? answer)
  return known?.text === operation.before ? known.revision : undefined
}
