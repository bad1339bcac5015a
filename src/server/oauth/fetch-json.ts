import { type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import { seconds } from '../common/clock.ts'
import { type Network, reach } from './reach.ts'

const most = 5 * 1024
const mostOfHeaders = 16 * 1024
/** For everything, from the name to the last byte: a server that sends a byte every second gets no longer. */
const longest = 5 * seconds

/** What was wrong with an answer, as the end of a sentence about the document. */
export class Unusable extends Error {}

interface Options extends Network {
  mayReach(ip: string): boolean
  userAgent: string
}

/**
 * Reads a short JSON document from a URL that a stranger has given. No proxy of the environment, no cookies, no
 * redirects, no compression, no second request on the same connection.
 */
export async function fetchJson(url: URL, { mayReach, userAgent, ...network }: Options): Promise<unknown> {
  const signal = AbortSignal.timeout(network.patience ?? longest)
  const socket = await reach(url, mayReach, signal, network)
  try {
    return parse(await read(await ask(url, socket, userAgent, signal), signal))
  } finally {
    socket.destroy()
  }
}

function ask(url: URL, socket: Socket, userAgent: string, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request({
      createConnection: () => socket,
      path: url.pathname + url.search,
      headers: {
        host: url.host,
        'user-agent': userAgent,
        accept: 'application/json',
        'accept-encoding': 'identity',
        connection: 'close',
      },
      setHost: false,
      maxHeaderSize: mostOfHeaders,
      signal,
    })
      .on('response', resolve)
      // They can be repeated without end.
      .on('information', () => reject(new Unusable('comes with an answer that was not asked for')))
      .on('error', reject)
      // Not every end is an error: an answer that switches to another protocol, for instance.
      .on('close', () => reject(new Error('there was no answer')))
      .end()
  })
}

async function read(response: IncomingMessage, signal: AbortSignal): Promise<Buffer> {
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
    if (length > most) throw new Unusable('has more than 5 KiB')
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
