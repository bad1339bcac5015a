import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type Client, createClient, ProblemError, UnexpectedAnswerError } from '../../client/client.ts'
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

/** The server redirects, perhaps because it has moved. */
class RedirectedError extends Error {
  override name = 'RedirectedError'
}

function redirected(url: string, location = ''): RedirectedError {
  const path = new URL(url).pathname
  const target = URL.canParse(location, url) ? new URL(location, url) : undefined
  const server = target?.pathname.endsWith(path) ? target.href.split(path)[0] : target?.origin
  return new RedirectedError(
    `${new URL(url).origin} redirects to ${server ?? 'an invalid URL'}. If that is your server, run: inboard login ${server ?? 'URL'}`,
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
