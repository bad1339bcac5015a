import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { eventually } from '../service/inboard.ts'
import { type RawAnswer, readAnswers } from './raw-http.ts'

/** A connection for a client that sends slowly. */
export interface OpenConnection {
  socket: Socket
  /** Sends bytes verbatim. Resolves when the operating system has taken them over. */
  send(bytes: string | Uint8Array): Promise<void>
  /** Resolves to the answers when there are this many. */
  answers(count: number): Promise<RawAnswer[]>
  /** The answers so far, as `status code`. */
  outcomes(): string[]
  closed: Promise<unknown>
}

/** With `allowHalfOpen`, it can still send after the server has closed its half, and the test closes it. */
export async function openConnection(
  baseUrl: string,
  { allowHalfOpen = false } = {},
): Promise<OpenConnection> {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen })
  const received: Buffer[] = []
  socket.on('data', (chunk: Buffer) => received.push(chunk)).on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await once(socket, 'connect')
  const read = () => readAnswers(Buffer.concat(received)).answers
  return {
    socket,
    // Being cut off is fine.
    send: (bytes) => new Promise((resolve) => socket.write(bytes, () => resolve())),
    answers: (count) => {
      const found = () => (read().length >= count ? read() : undefined)
      return eventually(found, `${count} answers on a connection`)
    },
    outcomes: () => read().map(({ status, code }) => (code ? `${status} ${code}` : String(status))),
    closed,
  }
}
