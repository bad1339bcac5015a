import { type Particulars, type Problem, type ProblemName, problem } from '../contract/problem.ts'

/** Thrown anywhere in the server, answered in one place. */
export class Failure extends Error {
  readonly problem: Problem
  /** Whether it answers a request that had been carried out before. */
  isReplay = false
  constructor(problem: Problem) {
    super(problem.code)
    this.name = 'Failure'
    this.problem = problem
  }
}

/** `throw fail('token_used')` */
export const fail = (name: ProblemName, particulars: Particulars = {}) =>
  new Failure(problem(name, particulars))

/** `throw invalid('email', 'is not an email address')` */
export const invalid = (field: string, message: string) =>
  fail('validation_failed', { errors: [{ field, message }] })
