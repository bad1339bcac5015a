import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ProblemName } from '../../contract/problem.ts'
import { problem } from './fail.ts'
import { commonHeaders } from './headers.ts'

const names: Record<string, ProblemName> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'payload_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/** What is no HTTP request never becomes one: there is only the socket to answer on. */
export function answerParserError(
  error: Error & { code?: string },
  socket: Socket & { _httpMessage?: { headersSent: boolean } },
): void {
  // In the middle of another answer a second one would be read as part of it.
  if (!socket.writable || error.code === 'ECONNRESET' || socket._httpMessage?.headersSent) {
    socket.destroy()
    return
  }
  const answer = problem(names[error.code ?? ''] ?? 'malformed_request')
  const body = JSON.stringify(answer)
  const headers = {
    ...commonHeaders,
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'x-request-id': randomUUID(),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}\r\n${lines.join('')}\r\n${body}`)
}
