import { createHash, randomUUID } from 'node:crypto'

/** The idempotency keys of one call of a tool. */
export interface Keys {
  /** What the call is known by. With it the same call can be made again, and nothing is done twice. */
  call: string
  /**
   * For a part of it. What it is to do is part of its key: so a key that an agent uses again for something else does
   * not keep that from being done. It is a UUID, so it names what it creates.
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
      // RFC 9562 leaves version 8 to whoever makes it.
      return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-8${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20, 32)}`
    },
  }
}
