import type { Scope } from '../../contract/access.ts'
import { type Particulars, type Problem, type ProblemName, problem } from '../../contract/problem.ts'

/**
 * A problem of the API, which can be thrown anywhere in the server. One error handler turns it into a response.
 * The client throws an error of the same name when it receives one.
 */
export class ProblemError extends Error {
  readonly problem: Problem
  /** True if it answers the repetition of a request that succeeded before. */
  isReplay = false
  /** The scope that an agent needs for what was refused. */
  scope?: Scope
  constructor(problem: Problem) {
    super(problem.code)
    this.name = 'ProblemError'
    this.problem = problem
  }
}

/** `throw fail('token_used')` */
export const fail = (name: ProblemName, particulars: Particulars = {}) =>
  new ProblemError(problem(name, particulars))

/** `throw invalid('email', 'is not an email address')` */
export const invalid = (field: string, message: string) =>
  fail('validation_failed', { errors: [{ field, message }] })

/**
 * An error for a client, as the endpoints of OAuth answer it (RFC 6749 §5.2, RFC 7591 §3.2.2). What concerns a
 * person is a `ProblemError`.
 */
export class OAuthError extends Error {
  /** The code, such as `invalid_grant`. */
  readonly error: string
  readonly description: string
  constructor(error: string, description: string) {
    super(`${error}: ${description}`)
    this.name = 'OAuthError'
    this.error = error
    this.description = description
  }
}
