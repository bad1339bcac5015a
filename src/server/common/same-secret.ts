import { hash, timingSafeEqual } from 'node:crypto'

/** Takes constant time, so that a secret cannot be guessed letter by letter. */
export const isSameSecret = (given: string, expected: string) =>
  timingSafeEqual(sha256(given), sha256(expected))

const sha256 = (text: string) => hash('sha256', text, 'buffer')
