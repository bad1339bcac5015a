import { ProblemError, UnexpectedAnswerError } from '../client/failures.ts'
import type { Problem } from '../contract/problem.ts'

/** A call cannot be carried out as it was asked for. The message is for the agent, which can do better with it. */
export class Refusal extends Error {
  override name = 'Refusal'
}

/** Several at once, so that all of them can be mended together. */
export function refuseAll(reasons: string[]): void {
  if (reasons.length > 0) throw new Refusal(['Nothing was done.', ...reasons].join('\n'))
}

/** Collects what cannot be found, instead of stopping at the first. */
export function collecting() {
  const reasons: string[] = []
  return {
    attempt<T>(work: () => T): T | undefined {
      try {
        return work()
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        reasons.push(error.message)
        return undefined
      }
    },
    add: (reason: string) => reasons.push(reason),
    refuse: () => refuseAll(reasons),
  }
}

const scopeHint =
  'The API token of this connection does not allow this: its owner can make one with another scope in the settings of Inboard.'

/** As an agent can make use of it. */
export function inWords({ code, detail, errors = [], retry_after }: Problem): string {
  if (code === 'scope_insufficient') return scopeHint
  if (code === 'unauthenticated')
    return 'The token of this connection is no longer accepted: it was revoked, or has expired. Its owner can make a new one in the settings of Inboard.'
  const fields = errors.map(({ field, message }) => `${field} ${message}`.trim()).join('; ')
  return `${fields ? `${sentence(fields)}` : detail}${retry_after ? ` (${retry_after} s)` : ''}`
}

/** Why a call to the server has failed; nothing, if it is no failure of such a call. */
export function failureOf(error: unknown): string | undefined {
  if (error instanceof ProblemError) return inWords(error.problem)
  if (error instanceof UnexpectedAnswerError)
    return `Inboard cannot be reached: ${error.message}. Try again later.`
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return 'Inboard has not answered in time. Try again later.'
  // `fetch` fails with this one where there is no connection.
  if (error instanceof TypeError && error.message === 'fetch failed')
    return `Inboard cannot be reached (${(error.cause as Error | undefined)?.message ?? 'no connection'}). Try again later.`
  return undefined
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
