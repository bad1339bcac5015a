import { ProblemError, UnexpectedAnswerError } from '../client/failures.ts'
import type { Problem } from '../contract/problem.ts'

/** A call cannot be carried out. The message tells the agent how to correct it. */
export class ToolError extends Error {
  override name = 'ToolError'
}

/** Reports all errors at once, so that the agent can fix them together. */
function refuseAll(reasons: string[]): void {
  if (reasons.length > 0) throw new ToolError(['Nothing was done.', ...reasons].join('\n'))
}

/** Collects errors instead of stopping at the first. */
export function collecting() {
  const reasons: string[] = []
  return {
    attempt<T>(work: () => T): T | undefined {
      try {
        return work()
      } catch (error) {
        if (!(error instanceof ToolError)) throw error
        reasons.push(error.message)
        return undefined
      }
    },
    add: (reason: string) => reasons.push(reason),
    refuse: () => refuseAll(reasons),
  }
}

const scopeHint =
  'The API token of this connection does not allow this. The owner can connect you again and allow more, or create one with another scope in the Inboard settings.'

/** A problem, in words that an agent can act on. */
export function inWords({ code, detail, errors = [], retry_after }: Problem): string {
  if (code === 'scope_insufficient') return scopeHint
  if (code === 'unauthenticated')
    return 'The token of this connection is no longer accepted: it was revoked or has expired. The owner can connect you again, or create a new one in the Inboard settings.'
  const fields = errors.map(({ field, message }) => `${field} ${message}`.trim()).join('; ')
  return `${fields ? `${sentence(fields)}` : detail}${retry_after ? ` (${retry_after} s)` : ''}`
}

/** Why a request failed. Undefined for other errors. */
export function failureOf(error: unknown): string | undefined {
  if (error instanceof ProblemError) return inWords(error.problem)
  if (error instanceof UnexpectedAnswerError)
    return `Inboard cannot be reached: ${error.message}. Try again later.`
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return 'Inboard did not answer in time. Try again later.'
  // `fetch` throws this if there is no connection.
  if (error instanceof TypeError && error.message === 'fetch failed')
    return `Inboard cannot be reached (${(error.cause as Error | undefined)?.message ?? 'no connection'}). Try again later.`
  return undefined
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
