import { randomBytes } from 'node:crypto'

/** What the log and an answer call a request by. The first part tells copies and restarts of the server apart. */
export function createRequestIds(): () => string {
  const run = randomBytes(9).toString('base64url')
  let count = 0
  return () => `${run}-${(++count).toString(36)}`
}
