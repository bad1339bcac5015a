import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { eventually } from '../service/inboard.ts'
import { type RawAnswer, readAnswers } from './raw-http.ts'

/** A connection for a client that takes its time. */
export interface OpenConnection {
  socket: Socket
  /** Sends bytes verbatim. Resolves when the system has taken them over. */
  send(bytes: string | Uint8Array): Promise<void>
  /** As many answers as there have been, once there are so many. */
  answers(count: number): Promise<RawAnswer[]>
  /** What has been answered so far, as `status code`. */
  outcomes(): string[]
  closed: Promise<unknown>
}

/** With `allowHalfOpen` it can go on sending when the server has said its last, and is closed by the test. */
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
    // One that is cut off does not mind.
    send: (bytes) => new Promise((resolve) => socket.write(bytes, () => resolve())),
    answers: (count) => {
      const found = () => (read().length >= count ? read() : undefined)
      return eventually(found, `${count} answers on a connection`)
    },
    outcomes: () => read().map(({ status, code }) => (code ? `${status} ${code}` : String(status))),
    closed,
  }
}
