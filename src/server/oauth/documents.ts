import { isLoopbackHost } from '../../contract/plain/loopback.ts'
import { type Clock, hours, minutes, seconds } from '../common/clock.ts'
import { isLoopback, isPublic } from '../common/ip.ts'
import { fail } from '../common/problems.ts'
import { KeyedMutex } from '../db/keyed-mutex.ts'
import type { Asker, Client } from './clients.ts'
import { fetchJson, Unusable } from './fetch-json.ts'
import { cleanName, displayName } from './name.ts'
import type { Network } from './reach.ts'
import { isRedirectUri } from './redirects.ts'

const mostOfAccount = 10
const window = 1 * minutes
const mostWaitingForHost = 3
const mostAtOnce = 50
const remembered = 1 * hours
const mostRemembered = 1000
const mostAccounts = 10_000

export interface DocumentParts extends Network {
  clock: Clock
  version: string
}

/**
 * Clients whose id is the URL of a document about them (draft-ietf-oauth-client-id-metadata-document). The host
 * of the URL vouches for the client, because nobody else can publish there.
 *
 * Only what could be used is remembered. Whoever mends a document sees it at once, and how often an account
 * lets us ask for a broken one is limited anyway.
 */
export function createDocuments({ clock, version, ...network }: DocumentParts) {
  const known = new Map<string, { client: Client; at: number }>()
  const inWork = new Map<string, Promise<Client>>()
  const fetches = new Map<string, number[]>()
  const hosts = new KeyedMutex()
  const waitingFor = new Map<string, number>()

  function recall(clientId: string): Client | undefined {
    const found = known.get(clientId)
    return found && Math.abs(clock.now() - found.at) < remembered ? found.client : undefined
  }

  function remember(clientId: string, client: Client): void {
    known.delete(clientId)
    known.set(clientId, { client, at: clock.now() })
    const [oldest = ''] = known.keys()
    if (known.size > mostRemembered) known.delete(oldest)
  }

  function countFetch(ownerId: string): void {
    const now = clock.now()
    const isRecent = (at: number) => Math.abs(now - at) < window
    const own = (fetches.get(ownerId) ?? []).filter(isRecent)
    if (own.length >= mostOfAccount)
      throw tooMany(
        'You have asked about too many programs within a minute.',
        Math.ceil(((own[0] ?? now) + window - now) / seconds),
      )
    if (fetches.size >= mostAccounts)
      for (const [account, times] of fetches) if (!times.some(isRecent)) fetches.delete(account)
    fetches.set(ownerId, [...own, now])
  }

  /** One at a time from a host, so that nobody can make us flood it. */
  async function inTurn(host: string, work: () => Promise<Client>): Promise<Client> {
    const waiting = waitingFor.get(host) ?? 0
    if (waiting > mostWaitingForHost || inWork.size >= mostAtOnce)
      throw tooMany('Too many people are connecting programs right now.', 5)
    waitingFor.set(host, waiting + 1)
    try {
      return await hosts.take(host, work)
    } finally {
      const left = (waitingFor.get(host) ?? 0) - 1
      if (left > 0) waitingFor.set(host, left)
      else waitingFor.delete(host)
    }
  }

  async function load(clientId: string, url: URL): Promise<Client> {
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
    remember(clientId, client)
    return client
  }

  return {
    async find(clientId: string, { ownerId, isHere }: Asker): Promise<Client> {
      const url = readUrl(clientId, isHere)
      const found = recall(clientId) ?? inWork.get(clientId)
      if (found) return await found
      countFetch(ownerId)
      const loading = inTurn(url.hostname, () => load(clientId, url)).finally(() => inWork.delete(clientId))
      inWork.set(clientId, loading)
      return await loading
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
    redirect_uris: redirectUris,
    client_secret: secret,
    client_secret_expires_at: secretExpiry,
    token_endpoint_auth_method: method,
  } = document as Record<string, unknown>
  if (ownId !== clientId) throw untrusted(`${about} is about another program.`)
  // Anybody can read the document.
  if (secret !== undefined || secretExpiry !== undefined || /^client_secret/.test(String(method)))
    throw untrusted(`${about} names a secret or a method that needs one, and anybody can read it there.`)
  if (
    !Array.isArray(redirectUris) ||
    redirectUris.length === 0 ||
    !redirectUris.every((one): one is string => typeof one === 'string' && isRedirectUri(one))
  )
    throw untrusted(`${about} lists no redirect_uris, or one that isn't allowed.`)
  const cleaned = cleanName(typeof name === 'string' ? name : '')
  return { id: clientId, name: displayName(cleaned, host), host, redirectUris }
}

export const untrusted = (why: string) =>
  fail('oauth_client_invalid', { detail: `The program that asks for access can't be trusted: ${why}` })

const tooMany = (what: string, retryAfter: number) =>
  fail('rate_limited', {
    detail: `${what} Try again in {retry_after} seconds.`,
    retry_after: Math.min(Math.max(retryAfter, 1), 60),
  })
