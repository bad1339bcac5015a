import { createHash, createHmac, randomBytes } from 'node:crypto'
import { derivedKey } from '../common/secrets.ts'

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
  const key = keys.get(secret) ?? derivedKey(secret, 'inboard: tokens of emailed links')
  keys.set(secret, key)
  return key
}
