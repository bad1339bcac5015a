/** Bodies of responses, and how they are compressed. */
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Writable } from 'node:stream'
import { promisify } from 'node:util'
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  zstdCompress,
} from 'node:zlib'
import { seconds } from '../common/clock.ts'

/** In bytes. Anything shorter fits into a packet or two either way. */
export const threshold = 1024

export type Encoding = 'zstd' | 'br' | 'gzip'

/** Higher levels save a few bytes for far more CPU time (docs/performance.md). */
export const levels: Record<Encoding, number> = { zstd: 1, br: 2, gzip: 4 }

export const options = {
  zstd: { params: { [constants.ZSTD_c_compressionLevel]: levels.zstd } },
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: levels.br } },
  gzip: { level: levels.gzip },
}

/** Best first. They run on libuv's threads, not on the event loop. */
const compressors: Record<Encoding, (bytes: Uint8Array) => Promise<Buffer>> = {
  zstd: (bytes) => promisify(zstdCompress)(bytes, { ...options.zstd, pledgedSrcSize: bytes.length }),
  br: (bytes) => promisify(brotliCompress)(bytes, options.br),
  gzip: (bytes) => promisify(gzip)(bytes, options.gzip),
}
const encodings = Object.keys(compressors) as Encoding[]

/** For bodies that are created while they are sent. */
const streams = {
  zstd: () => createZstdCompress(options.zstd),
  br: () => createBrotliCompress(options.br),
  gzip: () => createGzip(options.gzip),
}

type Part = string | Uint8Array

/** Takes the encoded body and the headers that describe it. */
type Send = (body: Part, headers: string[]) => void

/** Compresses bodies above the threshold for clients that accept it. Others are sent at once, unchanged. */
export function encode(text: Part, acceptEncoding: string | undefined, send: Send): void {
  const length = Buffer.byteLength(text)
  const isShort = length <= threshold
  const encoding = isShort ? undefined : encodingFor(acceptEncoding, encodings)
  const asItIs = () => send(text, ['content-length', String(length), ...(isShort ? [] : vary)])
  if (!encoding) {
    asItIs()
    return
  }
  compressors[encoding](typeof text === 'string' ? Buffer.from(text) : text).then(
    (body) => send(body, ['content-encoding', encoding, 'content-length', String(body.length), ...vary]),
    asItIs,
  )
}

export const vary = ['vary', 'accept-encoding']

/** How long a body may be gathered that may turn out to be short: proxies give up on a server that stays silent. */
const longestWait = 1 * seconds

/**
 * Like `encode`, for a body that is created while it is sent. Each part is sent at once. It continues after the client
 * has disconnected, so that the client's request is completed.
 */
export async function encodeParts(
  parts: AsyncIterable<Part>,
  acceptEncoding: string | undefined,
  /** Sends the head of the response, and the body if it is known as a whole. */
  send: (body: Part | undefined, headers: string[]) => ServerResponse,
): Promise<void> {
  const iterator = parts[Symbol.asyncIterator]()
  const end = performance.now() + longestWait
  let first = Buffer.of()
  let next = await iterator.next()
  for (; !next.done && first.length <= threshold && performance.now() < end; next = await iterator.next())
    first = Buffer.concat([first, Buffer.from(next.value)])
  if (next.done) {
    encode(first, acceptEncoding, send)
    return
  }
  const encoding = encodingFor(acceptEncoding, encodings)
  const raw = send(undefined, encoding ? ['content-encoding', encoding, ...vary] : vary)
  const encoder = encoding && streams[encoding]()
  encoder?.pipe(raw)
  const into = encoder ?? raw
  const write = async (part: Part) => {
    if (!raw.destroyed && !into.write(part)) await takesMore(into, raw)
    encoder?.flush()
  }
  await write(first)
  for (; !next.done; next = await iterator.next()) await write(next.value)
  if (raw.destroyed) encoder?.destroy()
  else into.end()
}

/** Resolves when `into` drains, or the connection closes. */
async function takesMore(into: Writable, raw: ServerResponse): Promise<void> {
  const over = new AbortController()
  const { signal } = over
  await Promise.race([once(into, 'drain', { signal }), once(raw, 'close', { signal })])
  // One of the two listeners is still registered, and there may be many parts.
  over.abort()
}

/**
 * The encoding that an Accept-Encoding header (RFC 9110 §12.5.3) prefers among those offered, best first.
 * Undefined if it prefers the identity encoding, or accepts nothing that is offered: the standard allows
 * that, and it helps more than a refusal.
 */
export function encodingFor<Offered extends Encoding>(
  acceptEncoding: string | undefined,
  offered: readonly Offered[],
): Offered | undefined {
  if (!acceptEncoding) return undefined
  const weights = new Map(acceptEncoding.toLowerCase().split(',').map(readChoice))
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  const best = Math.max(...offered.map(weightOf))
  return best > 0 && best >= weightOf('identity')
    ? offered.find((name) => weightOf(name) === best)
    : undefined
}

/** `' gzip;q=0.5'` → `['gzip', 0.5]` */
function readChoice(choice: string): [name: string, weight: number] {
  const [name = '', weight = '1'] = choice.split(/;\s*q\s*=/)
  return [name.trim(), Number(weight) || 0]
}
