import { createClient, ProblemError } from '../client/client.ts'
import { forgetSpent, token } from './session.ts'
import { hearVersion } from './update.ts'

/** The public API, as the person who is signed in, by whatever can send requests. */
export const apiBy = (send: typeof fetch) =>
  createClient({
    baseUrl: '',
    token,
    timeout: 20_000,
    // What has failed is said at once, with a button to try again. What is in the outbox has its own back-off.
    retries: 0,
    async fetch(url, options) {
      const sent = token()
      const response = await send(url, options)
      hearVersion(response.headers.get('inboard-version'))
      // The public endpoints use 401 for a passkey that they refuse; there is no session to lose.
      if (response.status === 401 && sent && !String(url).startsWith('/api/auth/') && isOurs(response))
        forgetSpent(sent)
      return response
    },
  })

export const api = apiBy((...request) => fetch(...request))

/** A proxy that wants the person to sign in there knows nothing of our sessions. */
const isOurs = ({ headers }: Response) => headers.get('content-type')?.includes('problem+json') ?? false

export const isProblem = (error: unknown, ...codes: string[]) =>
  error instanceof ProblemError && codes.includes(error.code)

/** Whether the session is over. If it is only the one that the request was sent with, another tab has begun a new one. */
export const isSignedOut = (error: unknown) => isProblem(error, 'unauthenticated') && !token()

/** Whether the same request would be refused for ever. */
export const isLasting = (error: unknown) =>
  error instanceof ProblemError && error.status < 500 && ![401, 408, 429].includes(error.status)

/** How many seconds the server wants to be left in peace. */
export const retryAfter = (error: unknown) =>
  error instanceof ProblemError ? (error.problem.retry_after ?? 0) : 0

/** What went wrong, in words for the person who asked. */
export function explain(error: unknown): string {
  if (error instanceof ProblemError) {
    const { code, problem } = error
    const [first] = problem.errors ?? []
    if (first) return `${capitalise(first.field)} ${first.message}.`
    if (code === 'unauthenticated') return 'Your session has ended. Sign in again to go on.'
    if (code === 'not_found') return 'It is not there any more. It was probably deleted elsewhere.'
    if (code === 'unavailable') return 'The server is busy or restarting. Try again in a moment.'
    if (code === 'rate_limited')
      return `Too many requests. Try again in ${inWords(problem.retry_after ?? 60)}.`
    if (code === 'internal') return 'Something went wrong on the server. Try again in a moment.'
    return problem.detail
  }
  if (!navigator.onLine) return 'You are offline.'
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return 'The server did not answer in time.'
  return 'The server could not be reached.'
}

const inWords = (seconds: number) =>
  seconds > 90
    ? `${Math.ceil(seconds / 60)} minutes`
    : seconds > 45
      ? 'a minute'
      : seconds > 1
        ? `${seconds} seconds`
        : 'a second'

const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
