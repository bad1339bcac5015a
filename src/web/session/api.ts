import { signal } from '@preact/signals'
import { createClient, ProblemError } from '../../client/client.ts'
import { base, below } from '../device/base.ts'
import { checkVersion } from '../device/update.ts'
import { pageVersion } from '../device/version.ts'
import { forgetSpent, token, updateUser, user } from './session.ts'

/** True while the server says that it does not receive our token. The session itself may be valid. */
const isTokenLost = signal(false)

const publicly = below('/api/auth/')

/** A client of the public API with the current session. */
export const api = createClient({
  baseUrl: base,
  token,
  timeout: 20_000,
  // A failure is shown at once, with a button to retry. The outbox has its own back-off.
  retries: 0,
  async fetch(url, options) {
    const sent = token()
    const response = await fetch(url, options)
    const version = response.headers.get('inboard-version')
    if (version && version !== pageVersion) checkVersion(version)
    // The public endpoints answer 401 to a refused passkey, which does not end a session.
    if (!sent || String(url).startsWith(publicly)) return response
    isTokenLost.value = response.headers.get('inboard-token') === 'missing'
    if (response.status === 401 && isOurs(response) && !isTokenLost.value) forgetSpent(sent)
    return response
  },
})

/** Updates the stored user: the address may have been changed in another browser. */
export async function refreshUser(): Promise<void> {
  if (!user.value) return
  await api.readMe().then(
    (answer) => updateUser(answer.user),
    () => {},
  )
}

/** False for the 401 of a proxy with its own sign-in, which is not about our session. */
const isOurs = ({ headers }: Response) => headers.get('content-type')?.includes('problem+json') ?? false

export const isProblem = (error: unknown, ...codes: string[]) =>
  error instanceof ProblemError && codes.includes(error.code)

/** Whether the session is over. False if another tab has started a new one since the request was sent. */
export const isSignedOut = (error: unknown) => isProblem(error, 'unauthenticated') && !token()

/** Whether retrying the same request is pointless. */
export const isLasting = (error: unknown) =>
  error instanceof ProblemError && error.status < 500 && ![401, 408, 429].includes(error.status)

/** The Retry-After of an error, in seconds. */
export const retryAfter = (error: unknown) =>
  error instanceof ProblemError ? (error.problem.retry_after ?? 0) : 0

/** An error message for the person. */
export function explain(error: unknown): string {
  if (error instanceof ProblemError) {
    const { code, problem } = error
    const [first] = problem.errors ?? []
    if (first?.field === 'email' && first.message.startsWith('must be '))
      return 'Enter a valid email address.'
    if (first) return `${first.field === 'label' ? 'Name' : capitalise(first.field)} ${first.message}.`
    if (code === 'unauthenticated')
      return explainLostToken() ?? 'Your session has ended. Sign in again to continue.'
    if (code === 'not_found') return 'Not found. It was probably deleted elsewhere.'
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

/** Undefined if the server receives our token. */
export const explainLostToken = () =>
  isTokenLost.value
    ? 'The server did not receive your session: a proxy in front of it removes the header “Authorization”. Tell whoever runs this server.'
    : undefined

const inWords = (seconds: number) =>
  seconds > 90
    ? `${Math.ceil(seconds / 60)} minutes`
    : seconds > 45
      ? 'a minute'
      : seconds > 1
        ? `${seconds} seconds`
        : 'a second'

const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
