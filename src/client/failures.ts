import type { Problem } from '../contract/problem.ts'

/** A problem reported by the server: `code` for programs, `message` for people. */
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

/** An answer that is not Inboard's, for example from a proxy on the way. */
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

/** Whether a retry may succeed: the server could not be reached in time, or was too busy. */
export function isPassing(error: unknown): boolean {
  if (error instanceof ProblemError) return ['unavailable', 'request_timeout'].includes(error.code)
  if (error instanceof UnexpectedAnswerError) return [408, 502, 503, 504].includes(error.status)
  // `fetch` throws this if there is no connection, or if it breaks.
  return error instanceof TypeError
}

/**
 * How long to wait after so many failures, in milliseconds: twice as long each time, and not all clients at
 * the same moment.
 */
export const backOff = (failures: number, longest = 30_000, first = 500) =>
  Math.random() * Math.min(longest, first * 2 ** failures)

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
