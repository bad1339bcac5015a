import { ProblemError, UnexpectedAnswerError } from '../../client/client.ts'
import { isPassing } from '../../client/failures.ts'
import type { Problem } from '../../contract/problem.ts'
import { CommandError } from '../../server/common/command-error.ts'
import { printable } from '../output/terminal.ts'
import { RedirectedError } from './light-fetch.ts'

export const isUnreachable = (error: unknown) =>
  error instanceof TypeError || (error as Error).name === 'TimeoutError'

/** Whether a later retry may succeed: the server could not be reached, or was busy or failing. */
export const isForLater = (error: unknown) =>
  isPassing(error) ||
  isUnreachable(error) ||
  (error instanceof ProblemError && (error.status === 429 || error.status >= 500)) ||
  (error instanceof UnexpectedAnswerError && error.status >= 500)

/** Turns errors of requests into sentences that say what to do. Other errors are returned as they are. */
export function explained(error: unknown, url: string): unknown {
  if (error instanceof ProblemError) return new CommandError(sentenceFor(error.problem, url))
  if (error instanceof UnexpectedAnswerError)
    return new CommandError(
      `${url} answered with ${error.status}, but not like Inboard. Is the URL right, and is the server running behind its proxy?`,
    )
  if (error instanceof RedirectedError) return new CommandError(printable(error.message))
  if ((error as Error).name === 'TimeoutError')
    return new CommandError(`${url} did not answer in time. Try again later.`)
  if (error instanceof TypeError && 'cause' in error)
    return new CommandError(`${url} cannot be reached: ${reasonOf(error.cause)}.`)
  return error
}

export function sentenceFor({ status, code, detail, errors }: Problem, url: string): string {
  if (status === 401)
    return `${url} does not accept your token: it was revoked or has expired. Run: inboard login ${url}`
  if (code === 'scope_insufficient')
    return `Your token does not allow this. For one that reads and writes, run: inboard login ${url}`
  if (status === 404 && code === 'not_found' && !errors)
    return `${detail} If ${url} runs an Inboard older than 0.5.0, this command needs a newer server.`
  return printable(errors ? errors.map(({ field, message }) => `${field} ${message}`).join('; ') : detail)
}

function reasonOf(cause: unknown): string {
  const { code, message, errors = [] } = cause as NodeJS.ErrnoException & { errors?: Error[] }
  // If a name has several IPs, each attempt has an error of its own.
  const reason = message || errors.map((one) => one.message).join(', ')
  const known: Record<string, string> = {
    ECONNREFUSED: 'connection refused',
    ENOTFOUND: 'no such host',
    EAI_AGAIN: 'its name cannot be resolved (is the network down?)',
    ECONNRESET: 'the connection broke',
  }
  if (untrusted.test(code ?? ''))
    return 'its certificate is not trusted. If it comes from an authority of your own, set NODE_EXTRA_CA_CERTS=FILE'
  return known[code ?? ''] ?? reason
}

const untrusted = /SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)/
