import { hash, hkdfSync, timingSafeEqual } from 'node:crypto'

/** A key for one purpose alone, so that nothing that is signed with it could be taken for anything else. */
export const derivedKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))

/** Takes constant time, so that a secret cannot be guessed letter by letter. */
export const isSameSecret = (given: string, expected: string) =>
  timingSafeEqual(sha256(given), sha256(expected))

const sha256 = (text: string) => hash('sha256', text, 'buffer')

/** Stored in place of a token, which is random enough to need no salt. */
export const hashToken = (token: string) => hash('sha256', token, 'base64url')
