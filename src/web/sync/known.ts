import { find } from '../../board/columns.ts'
import type { BatchResult } from '../../contract/feed.ts'
import { confirmed, waiting } from '../model/changes.ts'
import { idsOf, type Operation, typedIn } from '../model/operations.ts'

// The newest known text and revision of an item, from the feed or from the answer to an earlier operation.

/** Replaces or deletes a text, on condition that it is still the one the person saw; or a card that is still complete. */
export type Conditional = Extract<Operation, { before: string }>

export const isConditional = (operation: Operation): operation is Conditional => 'before' in operation

export interface Known {
  text: string
  revision: number
  /** Of a card. */
  complete?: boolean | undefined
}

const heard = new Map<string, Known>()

export const remember = (id: string, known: Known) => heard.set(id, known)

/** After a backup was restored, the old revisions mean nothing. */
export const forgetHeard = () => heard.clear()

const isAsSeen = (operation: Conditional, { text, complete }: Known) =>
  text === operation.before && !isTurned(operation, complete)

/** Whether a card that was to be deleted as a complete one was reopened. */
export const isTurned = (operation: Conditional, complete: boolean | undefined) =>
  operation.kind === 'delete card' && operation.complete !== undefined && operation.complete !== complete

/** Remembers the text that an operation wrote. Not from a replayed answer: the text may have changed since. */
export function hear(operation: Operation, { revision, replayed }: BatchResult): void {
  const text = typedIn(operation)
  const [id = ''] = idsOf(operation)
  if (text === undefined || revision === undefined || replayed) return
  // An edit leaves it as it was.
  const { complete } =
    'complete' in operation ? operation : isConditional(operation) ? (newest(operation) ?? {}) : {}
  remember(id, { text, revision, complete })
}

export function fromFeed({ kind, id }: Conditional): Known | undefined {
  const { columns, projects } = confirmed.value.workspace
  if (kind !== 'rename project') return find(columns, id)
  const project = projects?.find((one) => one.id === id)
  return project && { text: project.title, revision: project.revision }
}

/** Whether the feed says that the text was replaced or deleted since it was last read or written here. */
export function hasNews(operation: Conditional): boolean {
  const [feed, answer] = [fromFeed(operation), heard.get(operation.id)]
  return feed ? feed.revision > (answer?.revision ?? 0) && !isAsSeen(operation, feed) : !answer
}

/**
 * The sequence number that the feed must reach before we know the text's revision: another operation on the same item, such
 * as a move, was answered without one.
 */
export function knownFrom({ id }: Conditional): number {
  const since = heard.get(id)?.revision ?? 0
  return waiting.value.reduce(
    (latest, { seq = 0, operation }) =>
      seq > since && idsOf(operation).includes(id) ? Math.max(latest, seq) : latest,
    0,
  )
}

function newest(operation: Conditional): Known | undefined {
  const [feed, answer] = [fromFeed(operation), heard.get(operation.id)]
  return feed && answer ? (feed.revision > answer.revision ? feed : answer) : (feed ?? answer)
}

/** The revision for If-Match; undefined if we do not know that the item is still as the person saw it. */
export function matchFor(operation: Conditional): number | undefined {
  const known = newest(operation)
  return known && isAsSeen(operation, known) ? known.revision : undefined
}
