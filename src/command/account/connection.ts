import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type Client, createClient, ProblemError, UnexpectedAnswerError } from '../../client/client.ts'
import { explain, explainProblem, type Wording } from '../../client/explain.ts'
import { isPassing } from '../../client/failures.ts'
import type { TokenScope } from '../../contract/access.ts'
import type { Problem } from '../../contract/problem.ts'
import { CommandError } from '../../server/common/command-error.ts'
import { printable } from '../output/terminal.ts'
import type { Login } from './login-file.ts'

// How commands talk to the server of the login, and say why it did not work. login-file.ts knows where that is.

/**
 * The part of `fetch` that the client uses. Node's own takes longer to load than the rest of a short command.
 * This one follows no redirects: the token is sent only where its owner said.
 *
 * An `import` of `node:http` would read every export, and so load `fetch` after all.
 */
export const lightFetch = (async (url: string, { method, headers, body, signal }: RequestInit = {}) => {
  const { request } = process.getBuiltinModule(url.startsWith('https:') ? 'node:https' : 'node:http')
  return await new Promise((resolve, reject) => {
    const asked = request(url, {
      method: method ?? 'GET',
      headers: {
        ...(headers as Record<string, string>),
        ...(url.includes('/api/changes') && { 'accept-encoding': 'gzip' }),
        ...(typeof body === 'string' && { 'content-length': Buffer.byteLength(body) }),
      },
      ...(signal && { signal }),
    })
    asked.on('response', (answer) => {
      const { statusCode = 0 } = answer
      if (statusCode < 300 || statusCode > 399) return resolve(responseOf(answer, statusCode, signal))
      answer.destroy()
      reject(redirected(url, answer.headers.location))
    })
    asked.on('error', (error) => reject(failure(error, signal)))
    asked.end(body ?? undefined)
  })
}) as unknown as typeof fetch

function responseOf(answer: IncomingMessage, status: number, signal: AbortSignal | null | undefined) {
  const content =
    answer.headers['content-encoding'] === 'gzip'
      ? answer.pipe(process.getBuiltinModule('node:zlib').createGunzip())
      : answer
  // Nobody reads an empty body, and unread it would keep the connection, and so the command, alive for seconds.
  if (status === 204) answer.resume()
  // A pipe does not forward errors of its source.
  answer.on('error', (error) => content.destroy(error))
  return {
    ok: status < 300,
    status,
    headers: { get: (name: string) => answer.headers[name.toLowerCase()] ?? null },
    get body() {
      return Readable.toWeb(content)
    },
    text: () =>
      text(content).catch((error) => {
        throw failure(error, signal)
      }),
  }
}

/** The error that `fetch` would throw. */
const failure = (error: unknown, signal: AbortSignal | null | undefined) =>
  signal?.aborted ? signal.reason : new TypeError('fetch failed', { cause: error })

/** Perhaps the server has moved. */
function redirected(url: string, location = ''): CommandError {
  const path = new URL(url).pathname
  const target = URL.canParse(location, url) ? new URL(location, url) : undefined
  const server = target?.pathname.endsWith(path) ? target.href.split(path)[0] : target?.origin
  return new CommandError(
    printable(
      `${new URL(url).origin} redirects to ${server ?? 'an invalid URL'}. If that is your server, run: inboard login ${server ?? 'URL'}`,
    ),
  )
}

export const isUnreachable = (error: unknown) =>
  error instanceof TypeError || (error as Error).name === 'TimeoutError'

/** Whether a later retry may succeed: the server could not be reached, or was busy or failing. */
export const isForLater = (error: unknown) =>
  isPassing(error) ||
  isUnreachable(error) ||
  (error instanceof ProblemError && (error.status === 429 || error.status >= 500)) ||
  (error instanceof UnexpectedAnswerError && error.status >= 500)

const wordingFor = (url: string): Wording => ({
  server: url,
  unauthenticated: `${url} does not accept your token: it was revoked or has expired. Run: inboard login ${url}`,
  scope_insufficient: `Your token does not allow this. For one that reads and writes, run: inboard login ${url}`,
})

/** Turns errors of requests into sentences that say what to do. Other errors are returned as they are. */
export function explained(error: unknown, url: string): unknown {
  const sentence = explain(error, wordingFor(url))
  return sentence === undefined ? error : new CommandError(printable(sentence))
}

export const sentenceFor = (problem: Problem, url: string): string =>
  printable(explainProblem(problem, wordingFor(url)))

export interface Connection {
  login: Login
  client: Client
}

interface RequestOptions {
  /** In milliseconds, for one request. */
  timeout?: number
  retries?: number
}

export const connectTo = (login: Login, options: RequestOptions = {}): Connection => ({
  login,
  client: createClient({
    baseUrl: login.url,
    token: () => login.token,
    fetch: lightFetch,
    timeout: 30_000,
    ...options,
  }),
})

/** The scope of the client's token. No endpoint reports it, so this tries requests that change nothing. */
export async function scopeOf(client: Client): Promise<TokenScope> {
  const isAllowed = async (call: Promise<unknown>) => {
    try {
      await call
      return true
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      if (error.code === 'scope_insufficient') return false
      // The card without a text.
      if (error.status === 422) return true
      throw error
    }
  }
  if (await isAllowed(client.batch({ operations: [] }))) return 'write'
  if (await isAllowed(client.listProjects())) return 'read'
  return (await isAllowed(client.addInboxCard({ text: '' }))) ? 'capture' : 'calendar'
}
