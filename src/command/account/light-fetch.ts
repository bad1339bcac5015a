import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

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
      reject(elsewhere(url, answer.headers.location))
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
export class RedirectedError extends Error {
  override name = 'RedirectedError'
}

function elsewhere(url: string, location = ''): RedirectedError {
  const path = new URL(url).pathname
  const target = URL.canParse(location, url) ? new URL(location, url) : undefined
  const server = target?.pathname.endsWith(path) ? target.href.split(path)[0] : target?.origin
  return new RedirectedError(
    `${new URL(url).origin} redirects to ${server ?? 'an invalid URL'}. If that is your server, run: inboard login ${server ?? 'URL'}`,
  )
}
