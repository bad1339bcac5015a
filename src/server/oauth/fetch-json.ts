import { Resolver } from 'node:dns/promises'
import * as http from 'node:http'
import * as https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { seconds } from '../common/clock.ts'

const maxBytes = 5 * 1024
const maxHeaderSize = 16 * 1024
/** For everything, from the name to the last byte: a server that sends a byte every second gets no longer. */
const timeout = 5 * seconds

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

interface Options extends Network {
  mayReach(ip: string): boolean
  userAgent: string
}

/** Explains what was wrong with an answer, as the end of a sentence about the document. */
export class Unusable extends Error {}

/**
 * Reads a short JSON document from a URL that a stranger has given, but only if `mayReach` allows the IP of its host. No
 * proxy of the environment, no cookies, no redirects, no compression, no second request on the same connection.
 *
 * A name is resolved here and once, every IP of it has to be allowed, and the connection is made to these IPs.
 * So it doesn't help to answer with another IP the next time that somebody asks (DNS rebinding). In the end,
 * and before anything is sent, the connection itself is asked where it leads.
 *
 * The libraries for this (request-filtering-agent, ssrf-req-filter) hook the same checks into an agent of
 * Node, which leaves out how the connection is used: proxies, redirects, time, size.
 */
export async function fetchJson(url: URL, { mayReach, userAgent, ...network }: Options): Promise<unknown> {
  const signal = AbortSignal.timeout(network.patience ?? timeout)
  const ips = await ipsOf(url.hostname.replace(/^\[|\]$/g, ''), signal, network)
  if (ips.length === 0 || !ips.every(mayReach)) throw new Error(`${url.host} has no IP that is allowed`)
  // Not called for an IP, which has just been checked itself.
  const lookup: LookupFunction = (_host, _options, done) =>
    done(
      null,
      ips.map((address) => ({ address, family: isIP(address) })),
    )
  const options: https.RequestOptions = {
    // A connection of its own, without the proxy that the environment may name.
    agent: false,
    lookup,
    headers: { 'user-agent': userAgent, accept: 'application/json', 'accept-encoding': 'identity' },
    maxHeaderSize,
    signal,
  }
  const request =
    url.protocol === 'http:'
      ? http.request(url, options)
      : https.request(url, {
          ...options,
          ...(network.port && { port: network.port }),
          ...(network.authorities && { ca: network.authorities }),
          // Ignores NODE_TLS_REJECT_UNAUTHORIZED: the certificate vouches for the client.
          rejectUnauthorized: true,
        })
  request.on('socket', (socket) =>
    // Before TLS begins.
    socket.prependOnceListener('connect', () => {
      if (!mayReach(socket.remoteAddress ?? ''))
        request.destroy(new Error(`the connection to ${url.host} leads elsewhere`))
    }),
  )
  try {
    return parse(await read(await answerTo(request), signal))
  } finally {
    request.destroy()
  }
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

const answerTo = (request: http.ClientRequest): Promise<http.IncomingMessage> =>
  new Promise((resolve, reject) => {
    request
      .on('response', resolve)
      // They can be repeated without end.
      .on('information', () => reject(new Unusable('comes with an answer that was not asked for')))
      .on('error', reject)
      // Not every end is an error: an answer that switches to another protocol, for instance.
      .on('close', () => reject(new Error('there was no answer')))
      .end()
  })

async function read(response: http.IncomingMessage, signal: AbortSignal): Promise<Buffer> {
  const { statusCode = 0, headers } = response
  if (statusCode >= 300 && statusCode < 400) throw new Unusable('is a redirect, which is not followed')
  if (statusCode !== 200) throw new Unusable(`returned the status ${statusCode}`)
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(headers['content-type'] ?? ''))
    throw new Unusable('has a Content-Type that is not JSON')
  // Also prevents that a few bytes are decompressed to gigabytes.
  if (!/^(?:identity)?$/i.test(headers['content-encoding'] ?? '')) throw new Unusable('is compressed')
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response) {
    length += chunk.length
    if (length > maxBytes) throw new Unusable('has more than 5 KiB')
    chunks.push(chunk)
  }
  signal.throwIfAborted()
  return Buffer.concat(chunks)
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new Unusable('is not valid JSON')
  }
}
