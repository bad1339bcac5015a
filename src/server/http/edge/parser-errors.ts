import { randomUUID } from 'node:crypto'
import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type ProblemName, problem } from '../../../contract/problem.ts'
import { seconds } from '../../common/clock.ts'

const names: Record<string, ProblemName> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'payload_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

type Connection = Socket & { _httpMessage?: ServerResponse }

/** Malformed requests never become a request object, so the response is written to the socket. */
export function createParserErrors(headers: Record<string, string>) {
  function answerParserError({ code = '' }: Error & { code?: string }, socket: Connection): void {
    if (code === 'ECONNRESET' && !socket.writableEnded) socket.destroy()
    else answerInOrder(socket, names[code] ?? 'malformed_request')
  }

  /** Refuses the request that is arriving on a connection, and closes the connection. */
  function answerInOrder(socket: Connection, name: ProblemName): void {
    if (socket.writableEnded) return
    if (!socket.writable) {
      socket.destroy()
      return
    }
    const pending = socket._httpMessage
    // Clients match responses to requests by their order, so an earlier request on this connection is answered first.
    if (pending?.req.complete) {
      pending.once('finish', () => answerInOrder(socket, name))
      return
    }
    // The request has been answered already.
    if (pending?.headersSent) {
      socket.destroySoon()
      return
    }
    answerOn(socket, name)
  }

  function answerOn(socket: Connection, name: ProblemName): void {
    const answer = problem(name)
    const body = JSON.stringify(answer)
    const all = {
      ...headers,
      'content-type': 'application/problem+json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      'x-request-id': randomUUID(),
      connection: 'close',
    }
    const lines = Object.entries(all).map(([header, value]) => `${header}: ${value}\r\n`)
    // Gives a client that is still sending a moment to finish. If the connection were reset at once, it might
    // lose the response.
    setTimeout(() => socket.destroy(), 2 * seconds).unref()
    socket.end(`HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}\r\n${lines.join('')}\r\n${body}`)
  }
  return { answerParserError, answerInOrder, answerOn }
}
