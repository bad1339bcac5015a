import { createHmac, timingSafeEqual } from 'node:crypto'
import { OAuthError } from '../common/oauth-error.ts'
import { derivedKey } from '../common/secrets.ts'
import type { Config } from '../config/config.ts'
import { cleanName, isTooLong } from './name.ts'
import { isRedirectUri } from './redirects.ts'

/** What a client says about itself when it registers (RFC 7591), as far as it matters here. */
interface Registration {
  name: string
  redirectUris: string[]
}

const mostRedirects = 5

/** Distinguishes these ids from session tokens, which have dots, and from API tokens, which begin with `inb_`. */
const prefix = 'client_'
export const isRegistered = (clientId: string) => clientId.startsWith(prefix)

const macLength = 32

export type Registrations = ReturnType<typeof createRegistrations>

/**
 * Registration without a record of it: the id of a client is its registration, and our signature of it. So nobody can fill
 * the database, and every instance knows every client.
 */
export function createRegistrations({
  jwtSecret,
  jwtSecretPrevious,
}: Pick<Config, 'jwtSecret' | 'jwtSecretPrevious'>) {
  const key = keyFrom(jwtSecret)
  const keys = [key, ...jwtSecretPrevious.map(keyFrom)]

  return {
    /** The answer to a registration, whatever kind of client it asks to be. */
    register(metadata: unknown) {
      const { name, redirectUris } = readRegistration(metadata)
      const content = Buffer.from(JSON.stringify([name, ...redirectUris]))
      return {
        client_id: prefix + Buffer.concat([macOf(key, content), content]).toString('base64url'),
        ...(name && { client_name: name }),
        redirect_uris: redirectUris,
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      }
    },
    /** Undefined if we have not registered this client. */
    read(clientId: string): Registration | undefined {
      const sealed = Buffer.from(clientId.slice(prefix.length), 'base64url')
      // Decoders ignore foreign characters and trailing bits. One client must not have several ids.
      if (prefix + sealed.toString('base64url') !== clientId || sealed.length <= macLength) return undefined
      const [mac, content] = [sealed.subarray(0, macLength), sealed.subarray(macLength)]
      const isOurs = keys.some((one) => timingSafeEqual(mac, macOf(one, content)))
      if (!isOurs) return undefined
      const [name = '', ...redirectUris]: string[] = JSON.parse(String(content))
      // The rules may be stricter now than they were.
      return redirectUris.every(isRedirectUri) ? { name, redirectUris } : undefined
    },
  }
}

const keyFrom = (secret: string) => derivedKey(secret, 'Inboard: registrations of OAuth clients')

const macOf = (key: Buffer, content: Buffer) => createHmac('sha256', key).update(content).digest()

function readRegistration(metadata: unknown): Registration {
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata))
    throw invalid('Send the metadata of the client as a JSON object.')
  const { client_name: name, redirect_uris: redirectUris } = metadata as Record<string, unknown>
  if (name !== undefined && name !== null && typeof name !== 'string')
    throw invalid('client_name must be text.')
  if (name && isTooLong(name)) throw invalid('client_name has more than 100 characters.')
  if (!Array.isArray(redirectUris) || redirectUris.length === 0)
    throw new OAuthError('invalid_redirect_uri', 'redirect_uris must list at least one URI.')
  if (redirectUris.length > mostRedirects) throw invalid(`redirect_uris has more than ${mostRedirects} URIs.`)
  if (!redirectUris.every((one) => typeof one === 'string' && isRedirectUri(one)))
    throw new OAuthError(
      'invalid_redirect_uri',
      'Each of redirect_uris must be an https URL, an http URL of 127.0.0.1, [::1] or localhost, or have a scheme of ' +
        'your own; without user info and without a fragment.',
    )
  return { name: cleanName(name ?? ''), redirectUris }
}

const invalid = (description: string) => new OAuthError('invalid_client_metadata', description)
