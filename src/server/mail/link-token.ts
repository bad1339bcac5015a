import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/**
 * The token in a link is never stored. It is derived from a nonce, which is in the outbox until the message
 * is sent, and a key, which is not in the database. Neither is of any use alone.
 */
export function linkToken(secret: string, nonce: string): string {
  return createHmac('sha256', linkKey(secret)).update(nonce).digest('base64url')
}

export const newNonce = () => randomBytes(32).toString('base64url')

export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')

const keys = new Map<string, Buffer>()

function linkKey(secret: string): Buffer {
  const key =
    keys.get(secret) ?? Buffer.from(hkdfSync('sha256', secret, '', 'inboard: tokens of emailed links', 32))
  keys.set(secret, key)
  return key
}
