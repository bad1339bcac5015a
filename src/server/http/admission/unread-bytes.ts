import type { Socket } from 'node:net'

/**
 * Bytes on a connection that the operating system has not taken over yet. Node counts a large chunk as unsent
 * until all of it is gone, so only the queue below shows whether the client is reading. In-process
 * connections have none.
 */
export function unreadBytes(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { _handle?: { writeQueueSize?: number } | null }
  return handle?.writeQueueSize ?? 0
}
