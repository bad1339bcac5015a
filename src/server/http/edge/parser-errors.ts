import { randomUUID } from 'node:crypto'
import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type ProblemName, problem } from '../../../contract/problem.ts'
import { seconds } from '../../clock.ts'

const names: Record<string, ProblemName> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'payload_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

type Connection = Socket & { _httpMessage?: ServerResponse }

/** Bytes that are no HTTP request never become a request object: there is only the socket to answer on. */
export function createParserErrors(headers: Record<string, string>) {
  function answerParserError({ code = '' }: Error & { code?: string }, socket: Connection): void {
    if (code === 'ECONNRESET' && !socket.writableEnded) socket.destroy()
    else answerInOrder(socket, names[code] ?? 'malformed_request')
  }

  /** Refuses the request that is arriving on a connection, and closes it. */
  function answerInOrder(socket: Connection, name: ProblemName): void {
    if (socket.writableEnded) return
    if (!socket.writable) {
      socket.destroy()
      return
    }
    const pending = socket._httpMessage
    // A client matches answers to requests by their order: an earlier request on this connection is answered first.
    if (pending?.req.complete) {
      pending.once('finish', () => answerInOrder(socket, name))
      return
    }
    // A request that has been answered already gets no second answer.
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
    // A client that is still sending gets a moment to finish: if the connection were reset at once, it might lose the
    // answer.
    setTimeout(() => socket.destroy(), 2 * seconds).unref()
    socket.end(`HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}\r\n${lines.join('')}\r\n${body}`)
  }
  return { answerParserError, answerInOrder, answerOn }
}
