import { isLoopbackHost } from '../../contract/plain/loopback.ts'
import { type Clock, hours, minutes, seconds } from '../common/clock.ts'
import { isLoopback, isPublic } from '../common/ip.ts'
import { fail } from '../common/problems.ts'
import type { Asker, Client } from './clients.ts'
import { fetchJson, type Network, Unusable } from './fetch-json.ts'
import { cleanName, displayName, redirectUrisIn } from './metadata.ts'

const maxFetchesOfAccount = 10
const window = 1 * minutes
const maxFetchesAtOnce = 50
const remembered = 1 * hours
const maxRemembered = 1000

export interface DocumentParts extends Network {
  clock: Clock
  version: string
}

/**
 * Clients whose id is the URL of a document about them (draft-ietf-oauth-client-id-metadata-document). The host
 * of the URL vouches for the client, because nobody else can publish there.
 *
 * Only documents that could be used are remembered, so a mended one works at once. How often an account lets us
 * ask for a broken one is limited anyway.
 */
export function createDocuments({ clock, version, ...network }: DocumentParts) {
  const cache = new Map<string, { client: Client; at: number }>()
  /** The fetch that runs from each host. Everybody who asks for the same client shares it. */
  const running = new Map<string, { clientId: string; client: Promise<Client> }>()
  /** How many documents each account has had fetched in this window. */
  let fetches = new Map<string, number>()
  let endsAt = 0

  function countFetch(ownerId: string): void {
    const now = clock.now()
    // A window that ends too far in the future was begun before the clock was set back.
    if (now >= endsAt || endsAt - now > window) {
      fetches = new Map()
      endsAt = now + window
    }
    const own = fetches.get(ownerId) ?? 0
    if (own >= maxFetchesOfAccount)
      throw tooMany(
        'You have looked up too many agents within a minute.',
        Math.ceil((endsAt - now) / seconds),
      )
    fetches.set(ownerId, own + 1)
  }

  async function fetchClient(clientId: string, url: URL): Promise<Client> {
    const mayReach = url.protocol === 'http:' ? isLoopback : isPublic
    const options = { mayReach, userAgent: `Inboard/${version}`, ...network }
    const document = await fetchJson(url, options).catch((error) => {
      throw untrusted(
        error instanceof Unusable
          ? `its document at ${url.host} ${error.message}.`
          : // The same whatever the reason, so that nobody can find out what is in this network.
            `its document at ${url.host} can't be reached. It has to be on the public Internet.`,
      )
    })
    const client = readDocument(clientId, url, document)
    cache.delete(clientId)
    cache.set(clientId, { client, at: clock.now() })
    const [oldest = ''] = cache.keys()
    if (cache.size > maxRemembered) cache.delete(oldest)
    return client
  }

  return {
    async find(clientId: string, { ownerId, isHere }: Asker): Promise<Client> {
      const url = readUrl(clientId, isHere)
      const cached = cache.get(clientId)
      if (cached && Math.abs(clock.now() - cached.at) < remembered) return cached.client
      const { hostname: host } = url
      const fetching = running.get(host)
      if (fetching?.clientId === clientId) return await fetching.client
      // One at a time from a host, so that nobody can make us flood it.
      if (fetching || running.size >= maxFetchesAtOnce)
        throw tooMany('Too many people are connecting agents right now.', 5)
      countFetch(ownerId)
      const client = fetchClient(clientId, url).finally(() => running.delete(host))
      running.set(host, { clientId, client })
      return await client
    },
  }
}

/**
 * One client has one id, so the URL has to be in the form in which it is requested: no dot segments, no default
 * port, no other way to write the host.
 */
function readUrl(clientId: string, isHere: boolean): URL {
  const url = URL.parse(clientId)
  const isAllowed =
    url?.protocol === 'https:'
      ? url.port === ''
      : url?.protocol === 'http:' && isHere && isLoopbackHost(url.hostname)
  if (!url || !isAllowed) throw untrusted('its client_id has to be the https URL of a document about it.')
  if (
    url.href !== clientId ||
    url.pathname === '/' ||
    /[?#]/.test(clientId) ||
    url.username ||
    url.password ||
    url.hostname.endsWith('.')
  )
    throw untrusted(
      'its client_id has to be a URL with a path, and without a query, fragment, port or password.',
    )
  return url
}

function readDocument(clientId: string, { host }: URL, document: unknown): Client {
  const about = `its document at ${host}`
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    throw untrusted(`${about} is not a JSON object.`)
  const {
    client_id: ownId,
    client_name: name,
    redirect_uris: listed,
    client_secret: secret,
    client_secret_expires_at: secretExpiry,
    token_endpoint_auth_method: method,
  } = document as Record<string, unknown>
  if (ownId !== clientId) throw untrusted(`${about} is about another client.`)
  // Anybody can read the document.
  if (secret !== undefined || secretExpiry !== undefined || /^client_secret/.test(String(method)))
    throw untrusted(`${about} names a secret or a method that needs one, and anybody can read it there.`)
  const redirectUris = redirectUrisIn(listed)
  if (!redirectUris) throw untrusted(`${about} lists no redirect_uris, or one that isn't allowed.`)
  const cleaned = cleanName(typeof name === 'string' ? name : '')
  return { id: clientId, name: displayName(cleaned, host), host, redirectUris }
}

export const untrusted = (why: string) =>
  fail('oauth_client_invalid', { detail: `The agent that asks for access can't be trusted: ${why}` })

const tooMany = (what: string, retryAfter: number) =>
  fail('rate_limited', {
    detail: `${what} Try again in {retry_after} seconds.`,
    retry_after: retryAfter,
  })
