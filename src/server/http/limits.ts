import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { isLoopbackHost } from '../../contract/plain/loopback.ts'
import { type Clock, minutes, seconds } from '../common/clock.ts'
import { ipBytes, isLoopback } from '../common/ip.ts'
import { fail } from '../common/problems.ts'
import type { Config } from '../config/config.ts'

const window = 1 * minutes

/**
 * Bounds the memory. Beyond it, the networks that were silent for longest are dropped, and start a new share.
 */
export const maxNetworks = 100_000

/** Counts requests by client IP in windows of a minute, and throws when a client has used up its share. */
export function createRateLimit(limit: number, clock: Clock): (ip: string) => void {
  /** Ordered by last request. */
  let counts = new Map<string, number>()
  let endsAt = 0

  function count(network: string) {
    const counted = (counts.get(network) ?? 0) + 1
    counts.delete(network)
    counts.set(network, counted)
    if (counts.size <= maxNetworks) return
    const [longestSilent = ''] = counts.keys()
    counts.delete(longestSilent)
  }

  return (ip) => {
    if (limit === 0) return
    const now = clock.now()
    // A window that ends too far in the future was begun before the clock was set back.
    if (now >= endsAt || endsAt - now > window) {
      counts = new Map()
      endsAt = now + window
    }
    const networks = networksOf(ip)
    const isFull = networks.some(({ network, shares }) => (counts.get(network) ?? 0) >= shares * limit)
    if (isFull)
      throw fail('rate_limited', {
        detail: 'Too many requests from your IP. Try again in {retry_after} seconds.',
        retry_after: Math.max(1, Math.ceil((endsAt - now) / seconds)),
      })
    // Refused requests don't count, or else one client could use up the share of its whole network.
    for (const { network } of networks) count(network)
  }
}

/**
 * An IPv6 subscriber has at least a /64, so a /64 counts as one client. Many have a /56 or a /48, which get
 * several shares, but not one for each of their networks.
 */
function networksOf(ip: string): { network: string; shares: number }[] {
  const bytes = ipBytes(ip)
  const network = (bits: number) => bytes?.slice(0, bits / 8).join('.') ?? 'unknown'
  if (bytes?.length !== 16) return [{ network: network(32), shares: 1 }]
  return [
    { network: network(64), shares: 1 },
    { network: network(56), shares: 4 },
    { network: network(48), shares: 16 },
  ]
}

/** True if a proxy, or a client that pretends to be one, has sent the request. */
export const isForwarded = (headers: IncomingHttpHeaders) =>
  Object.keys(headers).some((name) => /^(?:x-forwarded-.+|forwarded|x-real-ip|via)$/.test(name))

/** True if the request was sent on this machine and not forwarded. */
export const isFromThisMachine = ({ headers, socket }: IncomingMessage) =>
  isLoopback(socket.remoteAddress ?? '') && !isForwarded(headers)

/**
 * True if a page of another site had a browser send the request. No such page can send JSON, which takes a
 * preflight, but it could use up the limit of everybody behind the same IP. Browsers send no `Sec-Fetch-Site`
 * to `http://192.168.0.1`; and a server may be reached under other addresses than `APP_URL`.
 */
export function isOfAnotherSite({ headers, host }: Pick<FastifyRequest, 'headers' | 'host'>, appUrl: string) {
  const { origin, 'sec-fetch-site': site } = headers
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  if (origin === undefined) return false
  const sender = URL.parse(origin)
  return sender?.origin !== new URL(appUrl).origin && sender?.host !== host
}

/** True if the service is only for this machine. Otherwise, requests from this machine come from a proxy. */
export const isForThisMachine = ({ appUrl, trustProxy }: Pick<Config, 'appUrl' | 'trustProxy'>) =>
  trustProxy === 0 && isLoopbackHost(new URL(appUrl).hostname)
