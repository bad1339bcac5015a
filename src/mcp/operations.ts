import { inBatches } from '../client/batches.ts'
import type { Client } from '../client/client.ts'
import { isPassing, ProblemError } from '../client/failures.ts'
import type { Card } from '../contract/card.ts'
import type { Batch, BatchResult } from '../contract/feed.ts'
import type { Problem } from '../contract/problem.ts'
import type { Project } from '../contract/project.ts'
import { failureOf, inWords } from './refusal.ts'

export type Operation = Batch['operations'][number] & { idempotency_key: string }

/** What became of one operation. */
export type Outcome =
  | { kind: 'done'; card?: Card; project?: Project }
  /** Under the same key it had been done before, and things have changed since. */
  | { kind: 'done before' }
  | { kind: 'refused'; problem: Problem }
  /** The server could not be asked, or its answer was lost. */
  | { kind: 'unknown'; reason: string }

/** Carries them out one after the other, each whatever became of those before it, for as long as the server can be asked. */
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

/** What a call that has failed means: either nothing was done, or nobody knows. */
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
  // The keys are made of what is to be done: only the same thing can have used one before.
  if (problem.code === 'idempotency_key_reused') return { kind: 'done before' }
  return { kind: 'refused', problem }
}

/** Why it was not done, for an agent. Nothing, if it was. */
export function reasonOf(outcome: Outcome): string | undefined {
  if (outcome.kind === 'refused') return inWords(outcome.problem)
  return outcome.kind === 'unknown' ? `it is not known whether this was done. ${outcome.reason}` : undefined
}
