import { createHash, randomUUID } from 'node:crypto'
import { type Completion, type Move, operationOf } from '../board/columns.ts'
import { inBatches } from '../client/batches.ts'
import type { Client } from '../client/client.ts'
import { isPassing, ProblemError } from '../client/failures.ts'
import type { Card } from '../contract/card.ts'
import type { Batch, BatchResult } from '../contract/feed.ts'
import type { Problem } from '../contract/problem.ts'
import type { Project } from '../contract/project.ts'
import { type Answer, failureOf, inWords } from './tool.ts'

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

/** The idempotency keys of one tool call. */
export interface Keys {
  /** The key of the call. Repeating the call with it does nothing twice. */
  call: string
  /**
   * The key of one operation. It includes the intended change, so an agent that reuses a key for something
   * else is not blocked. It is a UUID, and so the id of what it creates.
   */
  keyFor(part: string, what: unknown): string
}

export function keysOf(tool: string, given: string | undefined): Keys {
  const call = given ?? randomUUID()
  return {
    call,
    keyFor(part, what) {
      const digits = createHash('sha256')
        .update(JSON.stringify([call, tool, part, what]))
        .digest('hex')
      // RFC 9562 leaves the contents of version 8 open.
      return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-8${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20, 32)}`
    },
  }
}

/** One item of a call: the sentence if it was done, and its name if not. */
export interface Part {
  outcome: Outcome
  done: string
  what: string
  /** Why it was not done, in place of the general reason. */
  reason?: string | undefined
  data?: ({ url?: string } & Record<string, unknown>) | undefined
}

/** What was done, and what was not. */
export function report(keys: Keys, parts: Part[]): Answer {
  const told = parts.map((part) => ({ ...part, reason: part.reason ?? reasonOf(part.outcome) }))
  const done = told.filter(({ reason }) => reason === undefined)
  const failed = told.filter(({ reason }) => reason !== undefined)
  const [only] = done.length === 1 ? done : []
  const isUncertain = parts.some(({ outcome }) => outcome.kind === 'unknown')
  const lines = [
    ...done.map((part) => (part.outcome.kind === 'done before' ? `${part.done} (already done)` : part.done)),
    ...(failed.length > 0 ? [done.length > 0 ? 'Not done:' : 'Nothing was done:'] : []),
    ...failed.map(({ what, reason }) => `- ${what}: ${reason}`),
    ...(isUncertain
      ? [`Repeat the call with "key": ${JSON.stringify(keys.call)}. Nothing is done twice.`]
      : []),
  ]
  return {
    text: lines.join('\n'),
    data: {
      done: done.map(({ what, data }) => data ?? { what }),
      ...(failed.length > 0 && { not_done: failed.map(({ what, reason = '' }) => ({ what, reason })) }),
      ...(isUncertain && { key: keys.call }),
    },
    link: only?.data?.url,
    ...(failed.length > 0 && { isError: true }),
  }
}
