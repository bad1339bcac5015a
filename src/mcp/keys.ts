import { createHash, randomUUID } from 'node:crypto'

/** The idempotency keys of one tool call. */
export interface Keys {
  /** The key of the call. Repeating the call with it does nothing twice. */
  call: string
  /**
   * The key of one operation. It includes the intended change, so an agent that reuses a key for something
   * else is not blocked. It is a UUID, and so the id of what it creates.
   */
  keyFor(part: string, what: unknown): string
}

export function keysOf(tool: string, given: string | undefined): Keys {
  const call = given ?? randomUUID()
  return {
    call,
    keyFor(part, what) {
      const digits = createHash('sha256')
        .update(JSON.stringify([call, tool, part, what]))
        .digest('hex')
      // RFC 9562 leaves the contents of version 8 open.
      return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-8${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20, 32)}`
    },
  }
}
