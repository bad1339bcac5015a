import type { Assertion, NewPasskey } from '../../contract/passkey.ts'
import { invalid } from '../problems.ts'

/** What the browser says of the ceremony; WebAuthn §5.8.1. */
export interface ClientData {
  challenge: string
  type?: unknown
  origin?: unknown
  crossOrigin?: unknown
  topOrigin?: unknown
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Beyond what the schema sees. Throws 422, with `path` before the name of the member. */
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

/** Inboard is never framed, so a ceremony begun inside another site's page is none of ours. The library lets some pass. */
export const isFramed = ({ crossOrigin, topOrigin }: ClientData) =>
  (crossOrigin ?? false) !== false || topOrigin !== undefined
