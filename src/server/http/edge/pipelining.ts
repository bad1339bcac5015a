import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Nobody who means well asks for so much on one connection before the first of it is answered. */
const mostUnanswered = 100

/** Closes connections on which too many requests wait for the answer to an earlier one. */
export function createPipelining() {
  const unanswered = new WeakMap<Socket, number>()

  return {
    /** False if the request is not to be answered. */
    admits(socket: Socket, response: ServerResponse): boolean {
      // An answer that has to wait for an earlier one has no connection yet.
      if (response.socket !== null) return true
      const count = (unanswered.get(socket) ?? 0) + 1
      if (count > mostUnanswered) socket.destroy()
      if (socket.destroyed) return false
      unanswered.set(socket, count)
      response.once('finish', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
      return true
    },
  }
}
