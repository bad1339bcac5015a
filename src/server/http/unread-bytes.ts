import type { Socket } from 'node:net'

/**
 * How much of what was sent on a connection the system has not taken over yet. Node itself counts a large piece as unsent until
 * all of it has gone, so only the queue below it shows whether somebody reads. A connection within this process has none.
 */
export function unreadBytes(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { _handle?: { writeQueueSize?: number } | null }
  return handle?.writeQueueSize ?? 0
}
