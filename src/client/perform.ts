// Sends operations for the shell and for agents, and reports the outcome of each.

import type { Card } from '../contract/card.ts'
import type { BatchResult } from '../contract/feed.ts'
import { paths } from '../contract/plain/paths.ts'
import type { Problem } from '../contract/problem.ts'
import type { Project } from '../contract/project.ts'
import type { Body } from '../contract/routes.ts'
import { inBatches } from './batches.ts'
import type { Client } from './client.ts'
import { isPassing, ProblemError, UnexpectedAnswerError } from './failures.ts'

export type Operation = Body<'batch'>['operations'][number]

/** The result of one operation. */
export type Outcome =
  | { kind: 'done'; card?: Card; cards?: Card[]; project?: Project }
  /** Done before under the same key; the item has changed since. */
  | { kind: 'done before' }
  | { kind: 'refused'; problem: Problem }
  /** The server could not be reached, or its answer was lost. */
  | { kind: 'unknown'; error: unknown }

/** In milliseconds. In a column of thousands, each of a hundred operations may renumber all cards. */
const patience = 120_000

/** Performs operations in order. A refused one does not stop the others; losing the server does. */
export async function perform(
  client: Client,
  operations: readonly Operation[],
  onProgress?: (done: number) => void,
): Promise<Outcome[]> {
  if (operations.length === 1 && operations.every(isForInbox)) return await addEach(client, operations)
  const outcomes: Outcome[] = []
  for (const some of inBatches(operations)) {
    try {
      const { results } = await client.batch({ operations: some }, { timeout: patience })
      outcomes.push(...results.map(outcomeOf))
      onProgress?.(outcomes.length)
    } catch (error) {
      const failure = failedBy(error)
      const rest = operations.slice(outcomes.length)
      if (isScope(failure) && rest.every(isForInbox)) return [...outcomes, ...(await addEach(client, rest))]
      return [...outcomes, ...rest.map(() => failure)]
    }
  }
  return outcomes
}

const isScope = (outcome: Outcome) =>
  outcome.kind === 'refused' && outcome.problem.code === 'scope_insufficient'

const isForInbox = ({ method, path }: Operation) => `${method} ${path}` === paths.addInboxCard

/** A single card needs no batch, and tokens with the scope `capture` may not send one. */
async function addEach(client: Client, operations: readonly Operation[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const { body, idempotency_key } of operations) {
    const options = { idempotencyKey: idempotency_key }
    const adding = client.addInboxCard(body as Body<'addInboxCard'>, options)
    const outcome = await adding.then(({ card }): Outcome => ({ kind: 'done', card }), failedBy)
    outcomes.push(outcome)
    if (outcome.kind === 'unknown') return operations.map((_, index) => outcomes[index] ?? outcome)
  }
  return outcomes
}

const outcomeOf = ({ status, body }: BatchResult): Outcome =>
  status < 400
    ? { kind: 'done', ...(body as { card?: Card; cards?: Card[]; project?: Project } | null) }
    : refusedBy(body as Problem)

/** A key is used for one intended change alone, so only that one can have used it before. */
const refusedBy = (problem: Problem): Outcome =>
  problem.code === 'idempotency_key_reused' ? { kind: 'done before' } : { kind: 'refused', problem }

/** The outcome of a failed request. Throws other errors. */
export function failedBy(error: unknown): Outcome {
  if (error instanceof ProblemError && error.status < 500 && !isPassing(error))
    return refusedBy(error.problem)
  const isLost =
    error instanceof ProblemError ||
    error instanceof UnexpectedAnswerError ||
    (error instanceof DOMException && error.name === 'TimeoutError') ||
    (error instanceof TypeError && error.message === 'fetch failed')
  if (!isLost) throw error
  return { kind: 'unknown', error }
}
