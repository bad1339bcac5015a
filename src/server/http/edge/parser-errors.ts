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

/** What is no HTTP request never becomes one: there is only the socket to answer on. */
export function createParserErrors(headers: Record<string, string>) {
  function answerParserError(error: Error & { code?: string }, socket: Connection): void {
    if (socket.writableEnded) return
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy()
      return
    }
    const pending = socket._httpMessage
    // Answers are told apart by their order alone: what came before the mistake is answered first …
    if (pending?.req.complete) {
      pending.once('finish', () => answerParserError(error, socket))
      return
    }
    // … and what has its answer already gets no second one.
    if (pending?.headersSent) {
      socket.destroySoon()
      return
    }
    answerOn(socket, names[error.code ?? ''] ?? 'malformed_request')
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
    // Whoever is still sending gets a moment to finish: a connection cut at once can take the answer with it.
    setTimeout(() => socket.destroy(), 2 * seconds).unref()
    socket.end(`HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}\r\n${lines.join('')}\r\n${body}`)
  }
  return { answerParserError, answerOn }
}
