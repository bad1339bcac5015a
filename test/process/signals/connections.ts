import { once } from 'node:events'
import { connect } from 'node:net'
import type { ServerProcess } from '../../support/processes/process.ts'
import { eventually } from '../../support/service/inboard.ts'

/** How a server ends that was asked to. */
export const ended = { code: 0, signal: null }

const body = JSON.stringify({ email: 'slow@example.com' })

/** A request in two parts. */
export const slowPost = [
  `POST /api/auth/magic-link HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
    `Content-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
  body.slice(10),
] as const
export const slowGet = ['GET /readyz HTTP/1.1\r\nHost: local', 'host\r\n\r\n'] as const

/** A connection on which the first part of a request, or nothing yet, has been sent. */
export async function begin(
  { port, request }: ServerProcess,
  [part, rest] = ['', ''] as readonly [string, string],
) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  const closed = once(socket, 'close')
  socket.write(part)
  // Who asks later is heard later: now the server knows of this connection.
  await request('GET', '/healthz')
  return {
    closed,
    received: () => received,
    /** Sends what is missing, and gives what comes back until the server closes the connection. */
    async finish() {
      socket.write(rest)
      await closed
      return received
    },
  }
}

export const refusesConnections = ({ port }: ServerProcess) =>
  eventually(async () => {
    const socket = connect(port, '127.0.0.1')
    return await new Promise<true | undefined>((resolve) => {
      socket.once('error', () => resolve(true))
      socket.once('connect', () => {
        socket.destroy()
        resolve(undefined)
      })
    })
  }, 'the server to stop listening')
