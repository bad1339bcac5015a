import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { problem } from '../../../contract/problem.ts'

/** More than any legitimate client sends on one connection before the first response. */
const mostWaiting = 100

type Connection = Socket & { _httpMessage?: ServerResponse | null }

interface Queue {
  waiting: number
  last: ServerResponse
}

/**
 * Runs pipelined requests of a connection one after the other. So a connection has at most one running
 * request, and clients that don't read a response, or that follow a stream, take no slots for the requests
 * behind it. Too many are refused, as cheaply as possible: a few hundred may arrive together, and all of them
 * are read before anything else happens.
 */
export function createPipelining(headers: Record<string, string>) {
  const queues = new WeakMap<Socket, Queue>()

  /** Calls `start` when the earlier requests have been answered. */
  return (request: IncomingMessage, response: ServerResponse, start: () => void): void => {
    const socket: Connection = request.socket
    const { _httpMessage: inWork } = socket
    // A response that has to wait for an earlier one has no socket yet.
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
    // The connection takes no more requests after its last response.
    // Deferred, so that requests of other connections that have arrived in the meantime go first.
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
