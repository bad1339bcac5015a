import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Visitor } from '../common/caller.ts'
import { OAuthError } from '../common/problems.ts'
import { derivedKey } from '../common/secrets.ts'
import type { Config } from '../config/config.ts'
import { createDocuments, type DocumentParts, untrusted } from './documents.ts'
import { cleanName, displayName, isRedirectUri, isTooLong, redirectUrisIn } from './metadata.ts'

// Agents that connect themselves: who a client is (this file), what it asks for and what the person says to that (consent.ts),
// and the API token that it gets for its code (codes.ts).

/** The account that asks about a client. */
export type Asker = { ownerId: string } & Pick<Visitor, 'isHere'>

/** A program that asks for access to an account. */
export interface Client {
  id: string
  /** Its own claim. */
  name: string
  /** The host that vouches for it; null if none does. */
  host: string | null
  redirectUris: readonly string[]
}

type Secrets = Pick<Config, 'jwtSecret' | 'jwtSecretPrevious'>

export type OAuthClients = ReturnType<typeof createOAuthClients>

export function createOAuthClients({ config, ...parts }: DocumentParts & { config: Secrets }) {
  const documents = createDocuments(parts)
  const [key, ...former] = [config.jwtSecret, ...config.jwtSecretPrevious].map((secret) =>
    derivedKey(secret, 'Inboard: registrations of OAuth clients'),
  ) as [Buffer, ...Buffer[]]

  /** Undefined if we have not registered this client. */
  function read(clientId: string): Registration | undefined {
    const sealed = Buffer.from(clientId.slice(prefix.length), 'base64url')
    // Decoders ignore foreign characters and trailing bits. One client must not have several ids.
    if (prefix + sealed.toString('base64url') !== clientId || sealed.length <= macLength) return undefined
    const [mac, content] = [sealed.subarray(0, macLength), sealed.subarray(macLength)]
    if (![key, ...former].some((one) => timingSafeEqual(mac, macOf(one, content)))) return undefined
    const [name = '', ...redirectUris]: string[] = JSON.parse(String(content))
    // The rules may be stricter now than they were.
    return redirectUris.every(isRedirectUri) ? { name, redirectUris } : undefined
  }

  return {
    /**
     * The answer to a registration, whatever kind of client it asks to be. There is no record of it: the id of a client is its
     * registration, and our signature of it. So nobody can fill the database, and every instance knows every client.
     */
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
    /** False if there is no such client. True for the URL of any document: nobody here may have it fetched. */
    mayBe: (clientId: string): boolean =>
      isRegistered(clientId) ? read(clientId) !== undefined : URL.canParse(clientId),
    /**
     * The client with this id. For somebody who is signed in, because it may mean a request to another server.
     * Throws if there is none that can be trusted.
     */
    async find(clientId: string, asker: Asker): Promise<Client> {
      if (!isRegistered(clientId)) return await documents.find(clientId, asker)
      const registration = read(clientId)
      if (!registration) throw untrusted('it is not registered here. Have it connect again.')
      const { name, redirectUris } = registration
      return { id: clientId, name: displayName(name, null), host: null, redirectUris }
    },
  }
}

/** A client's metadata when it registers (RFC 7591), as far as it matters here. */
interface Registration {
  name: string
  redirectUris: string[]
}

const maxRedirects = 5

/** Distinguishes these ids from session tokens, which have dots, and from API tokens, which begin with `inb_`. */
const prefix = 'client_'
const isRegistered = (clientId: string) => clientId.startsWith(prefix)

const macLength = 32

const macOf = (key: Buffer, content: Buffer) => createHmac('sha256', key).update(content).digest()

function readRegistration(metadata: unknown): Registration {
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata))
    throw invalid('Send the metadata of the client as a JSON object.')
  const { client_name: name, redirect_uris: listed } = metadata as Record<string, unknown>
  if (name !== undefined && name !== null && typeof name !== 'string')
    throw invalid('client_name must be text.')
  if (name && isTooLong(name)) throw invalid('client_name has more than 100 characters.')
  const redirectUris = redirectUrisIn(listed)
  if (!redirectUris)
    throw new OAuthError(
      'invalid_redirect_uri',
      'redirect_uris must list URIs. Each must be an https URL, an http URL of 127.0.0.1, [::1] or localhost, or have a scheme ' +
        'of your own; without user info and without a fragment.',
    )
  if (redirectUris.length > maxRedirects) throw invalid(`redirect_uris has more than ${maxRedirects} URIs.`)
  return { name: cleanName(name ?? ''), redirectUris }
}

const invalid = (description: string) => new OAuthError('invalid_client_metadata', description)
