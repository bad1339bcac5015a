import type { Problem } from '../contract/problem.ts'

/** A refusal by the server, as it came: `code` for programs, `message` for people. */
export class ProblemError extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.detail)
    this.name = 'ProblemError'
    this.problem = problem
  }
  get status() {
    return this.problem.status
  }
  get code() {
    return this.problem.code
  }
}

/**
 * An answer that Inboard does not give: something between here and the server, such as a proxy, has answered instead.
 */
export class UnexpectedAnswerError extends Error {
  readonly status: number
  readonly text: string
  constructor(status: number, text: string) {
    super(`the answer was ${status}, and not from Inboard`)
    this.name = 'UnexpectedAnswerError'
    this.status = status
    this.text = text
  }
}

/** Whether the same request may succeed a little later: the server could not be reached in time, or was too busy. */
export function isPassing(error: unknown): boolean {
  if (error instanceof ProblemError) return ['unavailable', 'request_timeout'].includes(error.code)
  if (error instanceof UnexpectedAnswerError) return [408, 502, 503, 504].includes(error.status)
  // `fetch` fails with this one where there is no connection, and where it breaks.
  return error instanceof TypeError
}

/** Ends early when the signal is aborted. */
export const pause = (milliseconds: number, signal: AbortSignal | undefined | null) =>
  new Promise<void>((resolve) => {
    if (signal?.aborted) return resolve()
    const timer = setTimeout(done, milliseconds)
    function done() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    signal?.addEventListener('abort', done)
  })
