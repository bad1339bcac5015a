import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { problem } from '../../../contract/problem.ts'

/** Nobody who means well asks for so much on one connection before the first of it is answered. */
const mostWaiting = 100

type Connection = Socket & { _httpMessage?: ServerResponse | null }

interface Queue {
  waiting: number
  last: ServerResponse
}

/**
 * Requests that were sent one behind the other on a connection are carried out one after the other. So a connection has one request in
 * work at most, and whoever does not read the answer to one, or follows a stream, takes no place with those behind it. Too many of
 * them are refused, at as little cost as possible: a few hundred may arrive together, and all of them are read before anything else is
 * done.
 */
export function createPipelining(headers: Record<string, string>) {
  const queues = new WeakMap<Socket, Queue>()

  /** Calls `start` when the requests before it have been answered. */
  return (request: IncomingMessage, response: ServerResponse, start: () => void): void => {
    const socket: Connection = request.socket
    const { _httpMessage: inWork } = socket
    // An answer that has to wait for an earlier one has no connection yet.
    if (response.socket !== null || !inWork) {
      start()
      return
    }
    const queue = queues.get(socket) ?? { waiting: 0, last: inWork }
    const before = queue.waiting === 0 ? inWork : queue.last
    queue.waiting++
    queue.last = response
    queues.set(socket, queue)
    response.once('finish', () => queue.waiting--)
    // After an answer that was to be the last one, the connection takes no more.
    // Not at once: those of other connections who have come meanwhile are first.
    if (queue.waiting <= mostWaiting)
      before.once('finish', () => setImmediate(() => socket.writable && start()))
    else {
      request.resume()
      const id = randomUUID()
      response.writeHead(refusal.status, { ...headers, ...ofRefusal, 'x-request-id': id }).end(body)
    }
  }
}

const retryAfter = 5
const refusal = problem('rate_limited', {
  detail:
    'Too many requests are waiting on this connection. Read their answers, or try again in {retry_after} seconds.',
  retry_after: retryAfter,
})
const body = JSON.stringify(refusal)
const ofRefusal = {
  'content-type': 'application/problem+json; charset=utf-8',
  'content-length': Buffer.byteLength(body),
  'cache-control': 'no-store',
  'retry-after': String(retryAfter),
}
