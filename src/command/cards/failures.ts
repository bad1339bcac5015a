import { ProblemError, UnexpectedAnswerError } from '../../client/client.ts'
import { isPassing } from '../../client/failures.ts'
import type { Problem } from '../../contract/problem.ts'
import { Refused } from '../../server/refused.ts'
import { RedirectedError } from './light-fetch.ts'
import { printable } from './printable.ts'

export const isUnreachable = (error: unknown) =>
  error instanceof TypeError || (error as Error).name === 'TimeoutError'

/** Whether the server could not be reached, or could not do it now: later, the same may succeed. */
export const isForLater = (error: unknown) =>
  isPassing(error) ||
  isUnreachable(error) ||
  (error instanceof ProblemError && (error.status === 429 || error.status >= 500)) ||
  (error instanceof UnexpectedAnswerError && error.status >= 500)

/** What a person can do about it. What has another cause than the server is left as it is. */
export function explained(error: unknown, url: string): unknown {
  if (error instanceof ProblemError) return new Refused(sentenceFor(error.problem, url))
  if (error instanceof UnexpectedAnswerError)
    return new Refused(
      `${url} answered with ${error.status}, and not as Inboard does. Is this the right URL, and is the server running behind its proxy?`,
    )
  if (error instanceof RedirectedError) return new Refused(printable(error.message))
  if ((error as Error).name === 'TimeoutError')
    return new Refused(`${url} did not answer in time. Try again later.`)
  if (error instanceof TypeError && 'cause' in error)
    return new Refused(`${url} cannot be reached: ${reasonOf(error.cause)}.`)
  return error
}

export function sentenceFor({ status, code, detail, errors }: Problem, url: string): string {
  if (status === 401)
    return `${url} does not accept your token: it was revoked or has expired. Run: inboard login ${url}`
  if (code === 'scope_insufficient')
    return `Your token does not allow this. For one that reads and writes, run: inboard login ${url}`
  if (status === 404 && code === 'not_found' && !errors)
    return `${detail} If ${url} runs an Inboard older than 0.5.0, this command needs a newer one.`
  return printable(errors ? errors.map(({ field, message }) => `${field} ${message}`).join('; ') : detail)
}

function reasonOf(cause: unknown): string {
  const { code, message, errors = [] } = cause as NodeJS.ErrnoException & { errors?: Error[] }
  // Where a name has several IPs, each attempt has failed by itself.
  const reason = message || errors.map((one) => one.message).join(', ')
  const known: Record<string, string> = {
    ECONNREFUSED: 'nothing answers there',
    ENOTFOUND: 'there is no such host',
    EAI_AGAIN: 'its name cannot be looked up, perhaps there is no network',
    ECONNRESET: 'the connection broke',
  }
  return known[code ?? ''] ?? reason
}
