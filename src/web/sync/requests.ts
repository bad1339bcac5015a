import { find } from '../../board/columns.ts'
import type { BatchResult } from '../../contract/feed.ts'
import type { Problem } from '../../contract/problem.ts'
import { confirmed, waiting } from '../model/changes.ts'
import { idsOf, type Operation, typedIn } from '../model/operations.ts'

// What the answer to the request of an operation means.

/** Decides what to do with an operation, given its answer. */
type Verdict =
  /** It took effect, or had already. */
  | { is: 'done' }
  /** A temporary failure: send it again. */
  | { is: 'later' }
  /** The item was changed or deleted elsewhere: read it and decide. */
  | { is: 'compare' }
  | { is: 'instead'; operation: Operation }
  /** A permanent failure: the person decides, and keeps what they typed. */
  | { is: 'refused'; code: string; reason: string }

const done: Verdict = { is: 'done' }

export function verdictOn(operation: Operation, { status, body }: Omit<BatchResult, 'seq'>): Verdict {
  if (status < 300) return done
  const problem = body as Problem
  const code = problem?.code
  if (status === 401 || status === 408 || status === 429 || status >= 500) return { is: 'later' }
  const isAsBefore = code === 'id_taken' || code === 'idempotency_key_reused'
  const isSuccessor = operation.kind === 'add card' && operation.follows !== undefined
  if (isSuccessor && (isAsBefore || code === 'not_found')) return { is: 'compare' }
  if (code === 'not_found') return missing(operation)
  if (code === 'changed_meanwhile') return { is: 'compare' }
  // The id exists: it was created by an earlier attempt.
  const isCreation = operation.kind === 'add card' || operation.kind === 'add project'
  if (isCreation && isAsBefore) return done
  const [first] = problem?.errors ?? []
  const reason = first ? `The ${first.field} ${first.message}.` : (problem?.detail ?? '')
  return { is: 'refused', code: code ?? String(status), reason }
}

function missing(operation: Operation): Verdict {
  switch (operation.kind) {
    case 'add card':
      // The inbox always exists, so the card was added and has been deleted since.
      return operation.project_id === null
        ? done
        : { is: 'instead', operation: { ...operation, project_id: null } }
    case 'delete card':
    case 'delete project':
    case 'purge':
      return done
    default:
      return { is: 'compare' }
  }
}

// The newest known text and revision of an item, from the feed or from the answer to an earlier operation.

/** Replaces or deletes a text, on condition that it is still the one the person saw; or a card that is still complete. */
export type Conditional = Extract<Operation, { before: string }>

export const isConditional = (operation: Operation): operation is Conditional => 'before' in operation

export interface LatestState {
  text: string
  revision: number
  /** Of a card. */
  complete?: boolean | undefined
}

const answers = new Map<string, LatestState>()

export const remember = (id: string, known: LatestState) => answers.set(id, known)

/** After a backup was restored, the old revisions mean nothing. */
export const forgetAnswers = () => answers.clear()

const isAsSeen = (operation: Conditional, { text, complete }: LatestState) =>
  text === operation.before && !isTurned(operation, complete)

/** Whether a card that was to be deleted as a complete one was reopened. */
export const isTurned = (operation: Conditional, complete: boolean | undefined) =>
  operation.kind === 'delete card' && operation.complete !== undefined && operation.complete !== complete

/** Remembers the text that an operation wrote. Not from a replayed answer: the text may have changed since. */
export function noteAnswer(operation: Operation, { revision, replayed }: BatchResult): void {
  const text = typedIn(operation)
  const [id = ''] = idsOf(operation)
  if (text === undefined || revision === undefined || replayed) return
  // An edit leaves it as it was.
  const { complete } =
    'complete' in operation ? operation : isConditional(operation) ? (newest(operation) ?? {}) : {}
  remember(id, { text, revision, complete })
}

export function fromFeed({ kind, id }: Conditional): LatestState | undefined {
  const { columns, projects } = confirmed.value.workspace
  if (kind !== 'rename project') return find(columns, id)
  const project = projects?.find((one) => one.id === id)
  return project && { text: project.title, revision: project.revision }
}

/** Whether the feed says that the text was replaced or deleted since it was last read or written here. */
export function hasNews(operation: Conditional): boolean {
  const [feed, answer] = [fromFeed(operation), answers.get(operation.id)]
  return feed ? feed.revision > (answer?.revision ?? 0) && !isAsSeen(operation, feed) : !answer
}

/**
 * The sequence number that the feed must reach before we know the text's revision: another operation on the same item, such
 * as a move, was answered without one.
 */
export function knownFrom({ id }: Conditional): number {
  const since = answers.get(id)?.revision ?? 0
  return waiting.value.reduce(
    (latest, { seq = 0, operation }) =>
      seq > since && idsOf(operation).includes(id) ? Math.max(latest, seq) : latest,
    0,
  )
}

function newest(operation: Conditional): LatestState | undefined {
  const [feed, answer] = [fromFeed(operation), answers.get(operation.id)]
  return feed && answer ? (feed.revision > answer.revision ? feed : answer) : (feed ?? answer)
}

/** The revision for If-Match; undefined if we do not know that the item is still as the person saw it. */
export function matchFor(operation: Conditional): number | undefined {
  const known = newest(operation)
  return known && isAsSeen(operation, known) ? known.revision : undefined
}
