import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { connect, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

/** For tests: instead of what reaches the Internet. */
export interface Network {
  /** `host:port`, instead of the name servers of this machine. */
  nameServers?: string[]
  /** Certificates to trust, in PEM, instead of the usual ones. */
  authorities?: string[]
  /** Instead of 443. */
  port?: number
  /** How long to wait for a whole answer, in milliseconds. */
  patience?: number
}

export class NotReachable extends Error {}

/**
 * Opens a connection to the host of a URL that a stranger has given, but only if `mayReach` allows its IP.
 *
 * A name is resolved here and once, every IP of it has to be allowed, and the connection is made to these IPs.
 * So it doesn't help to answer with another IP the next time that somebody asks (DNS rebinding). In the end,
 * and before anything is sent, the connection itself is asked where it leads.
 *
 * The libraries for this (request-filtering-agent, ssrf-req-filter) hook the same checks into an agent of
 * Node, which leaves out how the connection is used: proxies, redirects, time, size. All of it together is
 * shorter here.
 */
export async function reach(
  url: URL,
  mayReach: (ip: string) => boolean,
  signal: AbortSignal,
  network: Network = {},
): Promise<Socket> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isTls = url.protocol === 'https:'
  const ips = await ipsOf(host, signal, network)
  if (ips.length === 0 || !ips.every(mayReach)) throw new NotReachable(`${host} has no IP that is allowed`)
  // Not called for an IP, which has just been checked itself.
  const lookup: LookupFunction = (_host, _options, done) =>
    done(
      null,
      ips.map((address) => ({ address, family: isIP(address) })),
    )
  const port = Number(url.port || (isTls ? (network.port ?? 443) : 80))
  const socket = connect({ host, port, lookup, autoSelectFamily: true, signal })
  // Whoever waits for something hears of it; without a listener it would end the process.
  socket.on('error', () => {})
  await once(socket, 'connect', { signal })
  if (!mayReach(socket.remoteAddress ?? '')) {
    socket.destroy()
    throw new NotReachable(`the connection to ${host} leads elsewhere`)
  }
  if (!isTls) return socket
  const secure = connectTls({
    socket,
    host,
    servername: isIP(host) ? '' : host,
    // Whatever NODE_TLS_REJECT_UNAUTHORIZED says: the certificate is what vouches for the client.
    rejectUnauthorized: true,
    ...(network.authorities && { ca: network.authorities }),
  })
  secure.on('error', () => socket.destroy())
  await once(secure, 'secureConnect', { signal })
  return secure
}

/** Programs on this machine may not be asked for: whoever resolves `localhost` could answer anything. */
const loopbackIps = ['127.0.0.1', '::1']

async function ipsOf(host: string, signal: AbortSignal, { nameServers }: Network): Promise<string[]> {
  if (isIP(host)) return [host]
  if (/^(?:.+\.)?localhost$/.test(host)) return loopbackIps
  // Not the operating system's resolver: it cannot be cancelled, and only four of its answers may be late at a time.
  // It gives up well before the whole request does: the routers of some homes never answer for one kind of IP.
  const resolver = new Resolver({ timeout: 1000, tries: 2 })
  if (nameServers) resolver.setServers(nameServers)
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel)
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  signal.removeEventListener('abort', cancel)
  signal.throwIfAborted()
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}
