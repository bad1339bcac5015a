import { inBatches } from '../client/batches.ts'
import { type Completion, type Move, operationOf } from '../client/board/moves.ts'
import type { Client } from '../client/client.ts'
import { isPassing, ProblemError } from '../client/failures.ts'
import type { Card } from '../contract/card.ts'
import type { Batch, BatchResult } from '../contract/feed.ts'
import type { Problem } from '../contract/problem.ts'
import type { Project } from '../contract/project.ts'
import { failureOf, inWords } from './tool-error.ts'

export type Operation = Batch['operations'][number] & { idempotency_key: string }

/** The result of one operation. */
export type Outcome =
  | { kind: 'done'; card?: Card; project?: Project }
  /** Done before under the same key; the item has changed since. */
  | { kind: 'done before' }
  | { kind: 'refused'; problem: Problem }
  /** The server could not be reached, or its answer was lost. */
  | { kind: 'unknown'; reason: string }

/** Performs operations in order. A refused one does not stop the others; losing the server does. */
export async function perform(client: Client, operations: Operation[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const some of inBatches(operations)) {
    try {
      const { results } = await client.batch({ operations: some })
      outcomes.push(...results.map(outcomeOf))
    } catch (error) {
      const failure = failedBy(error)
      return [...outcomes, ...operations.slice(outcomes.length).map(() => failure)]
    }
  }
  return outcomes
}

/** The same for steps of several operations, or none: the result of a step is its first failure. */
export async function performAll(client: Client, steps: Operation[][]): Promise<Outcome[]> {
  const outcomes = await perform(client, steps.flat())
  return steps.map(({ length }) => {
    const own = outcomes.splice(0, length)
    return (
      own.find(({ kind }) => kind === 'refused' || kind === 'unknown') ?? own[0] ?? { kind: 'done before' }
    )
  })
}

/** The request for a move or a completion. */
export const operationFor = (step: Move | Completion, key: string): Operation => ({
  ...operationOf(step),
  idempotency_key: key,
})

/** The outcome of a failed call: refused, or unknown. */
export function failedBy(error: unknown): Outcome {
  if (error instanceof ProblemError && error.status < 500 && !isPassing(error))
    return { kind: 'refused', problem: error.problem }
  const reason = failureOf(error)
  if (reason === undefined) throw error
  return { kind: 'unknown', reason }
}

function outcomeOf({ status, body }: BatchResult): Outcome {
  if (status < 400) return { kind: 'done', ...(body as { card?: Card; project?: Project } | null) }
  const problem = body as Problem
  // A key includes the intended change, so only the same change can have used it.
  if (problem.code === 'idempotency_key_reused') return { kind: 'done before' }
  return { kind: 'refused', problem }
}

/** Why it was not done, for an agent. Undefined if it was. */
export function reasonOf(outcome: Outcome): string | undefined {
  if (outcome.kind === 'refused') return inWords(outcome.problem)
  return outcome.kind === 'unknown' ? `it is unknown whether this was done. ${outcome.reason}` : undefined
}
