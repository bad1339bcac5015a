import type { Assertion, NewPasskey } from '../../contract/passkey.ts'
import { invalid } from '../common/problems.ts'

/** The browser's data about the ceremony (WebAuthn §5.8.1). */
interface ClientData {
  challenge: string
  type?: unknown
  origin?: unknown
  crossOrigin?: unknown
  topOrigin?: unknown
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Checks what a schema cannot. Throws 422 with the member's name, prefixed with `path`. */
export function readCredential(
  { id, rawId, response }: Assertion | NewPasskey['credential'],
  path = '',
): ClientData {
  if (id !== rawId) throw invalid(`${path}rawId`, 'must be the same as id')
  try {
    const data = JSON.parse(utf8.decode(Buffer.from(response.clientDataJSON, 'base64url')))
    if (typeof data.challenge === 'string') return data
  } catch {}
  throw invalid(`${path}response.clientDataJSON`, 'must be the client data of a WebAuthn ceremony')
}

/**
 * Inboard is never framed, so ceremonies inside another site's page are refused. The library accepts some of
 * them.
 */
export const isFramed = ({ crossOrigin, topOrigin }: ClientData) =>
  (crossOrigin ?? false) !== false || topOrigin !== undefined
