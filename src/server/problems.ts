import { STATUS_CODES } from 'node:http'
import { codeOf, type FieldError, type Problem, type ProblemName, problems } from '../contract/problem.ts'

interface Extras {
  errors?: FieldError[]
  retry_after?: number
}

/** Thrown anywhere, answered in one place. */
export class Failure extends Error {
  readonly problem: Problem
  constructor(name: ProblemName, extras: Extras) {
    super(name)
    this.name = 'Failure'
    this.problem = problem(name, extras)
  }
}

/** `throw fail('token_used')` */
export const fail = (name: ProblemName, extras: Extras = {}) => new Failure(name, extras)

/** `throw invalid('email', 'is not an email address')` */
export const invalid = (field: string, message: string) =>
  fail('validation_failed', { errors: [{ field, message }] })

export function problem(name: ProblemName, extras: Extras = {}): Problem {
  const { status, detail } = problems[name]
  return {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    code: codeOf(name),
    detail: detail.replace('{retry_after}', String(extras.retry_after)),
    ...extras,
  }
}
