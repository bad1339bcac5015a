import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type Clock, seconds } from '../../common/clock.ts'

/** For this long, a body may arrive at any speed. */
const patience = 30 * seconds
/** After that, the lowest average rate in bytes per millisecond, and the period over which it is measured. */
const slowest = { rate: (8 * 1024) / seconds, over: 10 * seconds }
/** Short, so that thousands of late connections are closed a few at a time, without blocking anybody. */
const interval = 0.25 * seconds

/** A request whose body may still be arriving. */
interface Arrival {
  request: IncomingMessage
  response: ServerResponse
  since: number
  isAnswered: boolean
  /** The start of the current measurement. */
  from: { time: number; bytes: number }
}

/**
 * Limits how slowly a body may arrive. Node's `requestTimeout` limits the total time instead, but a large
 * file on a slow connection needs minutes. Calls `refuse` for a connection whose body is too slow. If the
 * request has already been answered, its client has 30 seconds to finish sending at any speed, and is then
 * disconnected. Returns a function that stops the checks.
 */
export function watchBodies(server: Server, clock: Clock, refuse: (socket: Socket) => void): () => void {
  /** On a connection, one body arrives at a time. */
  const arrivals = new Map<Socket, Arrival>()
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const since = clock.now()
    const from = { time: since, bytes: socket.bytesRead }
    arrivals.set(socket, { request, response, since, isAnswered: false, from })
  })

  function look(): void {
    const now = clock.now()
    for (const [socket, arrival] of arrivals) {
      const isGone = arrival.request.complete || socket.destroyed
      if (!isGone && !isOver(arrival, socket.bytesRead, now)) continue
      arrivals.delete(socket)
      if (isGone) continue
      if (arrival.isAnswered) socket.destroy()
      else refuse(socket)
    }
  }

  // `setImmediate` lets Node read first: after a busy moment, the sockets may hold much unread data.
  const timer = setInterval(() => setImmediate(look), interval).unref()
  return () => clearInterval(timer)
}

function isOver(arrival: Arrival, bytes: number, now: number): boolean {
  const { request, response, from } = arrival
  const restart = () => {
    arrival.from = { time: now, bytes }
  }
  // The clock was set back, or the request has just been answered.
  if (now < from.time || (response.writableEnded && !arrival.isAnswered)) {
    arrival.isAnswered = response.writableEnded
    arrival.since = now
    restart()
  }
  // Nobody is reading the body, so it is not the client that is slow.
  if (request.readableFlowing !== true) restart()
  const isLate = now - arrival.since >= patience
  if (arrival.isAnswered) return isLate
  const time = now - arrival.from.time
  if (time < slowest.over) return false
  const isSlow = bytes - arrival.from.bytes < time * slowest.rate
  restart()
  return isLate && isSlow
}
