import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

/**
 * As much of `fetch` as the client uses. Node's own takes longer to load than everything else in a short command. This one follows
 * no redirect: a token goes where its owner has said, and nowhere else.
 *
 * An `import` of `node:http` would load what `fetch` is made of after all, because it reads every export.
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
  // Nobody reads what is empty, and unread it would keep its connection, and with that the whole command, for seconds.
  if (status === 204) answer.resume()
  // A pipe does not carry on that its source has broken.
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

/** As `fetch` says it. */
const failure = (error: unknown, signal: AbortSignal | null | undefined) =>
  signal?.aborted ? signal.reason : new TypeError('fetch failed', { cause: error })

/** The server is, perhaps, somewhere else. */
export class RedirectedError extends Error {
  override name = 'RedirectedError'
}

function elsewhere(url: string, location = ''): RedirectedError {
  const path = new URL(url).pathname
  const target = URL.canParse(location, url) ? new URL(location, url) : undefined
  const server = target?.pathname.endsWith(path) ? target.href.split(path)[0] : target?.origin
  return new RedirectedError(
    `${new URL(url).origin} sends everybody on to ${server ?? 'nowhere'}. If that is your server, run: inboard login ${server ?? 'URL'}`,
  )
}
