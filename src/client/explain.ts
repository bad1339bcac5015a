import type { Problem } from '../contract/problem.ts'
import { ProblemError, UnexpectedAnswerError } from './failures.ts'

// Says why a request failed and what to do about it, for people in a shell and for agents.

/** What differs between them. */
export interface Wording {
  /** The server, at the beginning of a sentence. */
  server: string
  unauthenticated: string
  scope_insufficient: string
}

export function explainProblem({ code, detail, errors = [] }: Problem, wording: Wording): string {
  if (code === 'unauthenticated' || code === 'scope_insufficient') return wording[code]
  const mistakes = errors.map(({ field, message }) => `${field} ${message}`.trim()).join('; ')
  return mistakes ? `${mistakes.charAt(0).toUpperCase()}${mistakes.slice(1)}.` : detail
}

/** Undefined for an error that is none of a request. */
export function explain(error: unknown, wording: Wording): string | undefined {
  const { server } = wording
  if (error instanceof ProblemError) return explainProblem(error.problem, wording)
  if (error instanceof UnexpectedAnswerError)
    return `${server} answered with ${error.status}, but not like Inboard. Is the URL right, and is the server running behind its proxy?`
  if ((error as Error).name === 'TimeoutError') return `${server} did not answer in time. Try again later.`
  // `fetch` throws this if there is no connection.
  if (error instanceof TypeError && error.message === 'fetch failed')
    return `${server} cannot be reached: ${reasonOf(error.cause)}.`
  return undefined
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'its name cannot be resolved (is the network down?)',
  ECONNRESET: 'the connection broke',
}
const untrusted = /SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)/

interface Cause {
  code?: string
  message?: string
  /** If a name has several IPs, each attempt has an error of its own. */
  errors?: Error[]
}

function reasonOf(cause: unknown): string {
  const { code = '', message = '', errors = [] } = (cause ?? {}) as Cause
  if (untrusted.test(code))
    return 'its certificate is not trusted. If it comes from an authority of your own, set NODE_EXTRA_CA_CERTS=FILE'
  return reasons[code] ?? (message || errors.map((one) => one.message).join(', ') || 'no connection')
}
