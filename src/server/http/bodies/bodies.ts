import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { decodeJson, parseJson } from '../../common/json.ts'
import { fail } from '../../common/problems.ts'
import type { Uploader, Uploads } from '../admission/uploads.ts'
import { bytesOf, DiskUnavailable, LongBody, longBody, type RawBody } from './long-body.ts'

/** More than any endpoint needs: an order has 10,000 ids, twice. */
const complexity = { values: 40_000, deep: 100 }

/**
 * Reads bodies of any type and leaves parsing for later, so that a waiting request holds bytes instead of
 * objects. Bodies of public endpoints have no account to count for. They are short, and their requests are
 * limited by IP.
 */
export function acceptBodies(
  app: FastifyInstance,
  uploaderOf: (request: FastifyRequest) => Uploader,
  uploads: Uploads,
): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (request: FastifyRequest, body: IncomingMessage) => {
    const uploader = uploaderOf(request)
    return readAll(body, request.routeOptions.bodyLimit, {
      claim: (size) => (uploader.account === '' ? undefined : uploads.claim(uploader, body, size)),
      hold: (size) => uploads.hold(uploader, body, size),
      keep: (file) => uploads.keep(uploader, body, file),
      throttle: (bytes) => uploads.throttle(uploader, bytes),
    })
  })
}

interface Quota {
  /** Returns the reason if so many bytes exceed the quota. */
  claim(size: number): unknown
  /** True if so many bytes of the body may be in memory. */
  hold(size: number): boolean
  /** Keeps the file until the response has been sent. */
  keep(file: LongBody): void
  /** Resolves when more may be read after so many bytes. */
  throttle(bytes: number): Promise<void>
}

/**
 * Holds a short body in memory once (Fastify would hold it twice). A long body, or one that arrives when
 * there are many, goes to disk. If it refuses a body, it leaves the connection open, so that the client can
 * read the reason.
 */
function readAll(body: IncomingMessage, limit: number, quota: Quota): Promise<RawBody> {
  const { promise, resolve, reject } = Promise.withResolvers<RawBody>()
  const length = Number(body.headers['content-length'] ?? Number.NaN)
  const isOfKnownLength = !Number.isNaN(length)
  let arrived = 0
  let bytes = Buffer.of()
  /** The number of bytes used. */
  let end = 0
  let file: LongBody | undefined
  /** Awaited at the end, because a paused stream may still end. */
  let stored: Promise<void> | undefined
  const take = (chunk: Buffer) => {
    arrived += chunk.length
    const reason =
      arrived > limit ? fail('payload_too_large') : isOfKnownLength ? undefined : quota.claim(arrived)
    if (reason) refuse(reason)
    else if (end + chunk.length > longBody || !quota.hold(end + chunk.length)) spill(chunk)
    else hold(chunk)
  }
  const hold = (chunk: Buffer) => {
    if (end + chunk.length > bytes.length) {
      const larger = allocate(Math.min(longBody, Math.max(end + chunk.length, 2 * bytes.length)))
      bytes.copy(larger, 0, 0, end)
      bytes = larger
    }
    end += chunk.copy(bytes, end)
  }
  const spill = (chunk: Buffer) => {
    body.pause()
    store(bytes.subarray(0, end), chunk).then(() => body.resume(), refuseForDisk)
    bytes = Buffer.of()
    end = 0
    quota.hold(0)
  }
  const store = (...parts: Buffer[]) => {
    stored = stored ? stored.then(() => append(parts)) : append(parts)
    return stored
  }
  const append = async (parts: Buffer[]) => {
    if (!file) {
      file = await LongBody.create()
      quota.keep(file)
    }
    for (const part of parts) {
      await file.append(part)
      await quota.throttle(part.length)
    }
  }
  const finish = () => {
    // The connection was closed because the body was too slow, and the client was told that nothing was done.
    if (body.socket.writableEnded) refuse(aborted())
    else if (!stored) resolve(bytes.subarray(0, end))
    else store(bytes.subarray(0, end)).then(() => file && resolve(file), refuseForDisk)
  }
  const refuseForDisk = (cause: unknown) => refuse(new DiskUnavailable(cause))
  const refuse = (error: unknown) => {
    body.off('data', take).off('end', finish).off('error', refuse).resume()
    reject(error)
  }
  // The client disconnected while its account was looked up. Nothing would ever release what is claimed now.
  if (body.destroyed) refuse(aborted())
  else if (length > limit) refuse(fail('payload_too_large'))
  else {
    const reason = quota.claim(isOfKnownLength ? length : 0)
    if (reason) refuse(reason)
    else {
      if (length <= longBody) bytes = allocate(length)
      body.on('data', take).on('end', finish).on('error', refuse)
    }
  }
  return promise
}

/**
 * Small buffers come from Node's shared pool. A waiting body of thousands of bytes would keep others there in
 * memory.
 */
const allocate = (length: number) =>
  length <= 1024 ? Buffer.allocUnsafe(length) : Buffer.allocUnsafeSlow(length)

const aborted = () => Object.assign(new Error('aborted'), { code: 'ECONNRESET' })

/** Refuses other types before the body has arrived. */
export const requireType =
  (types: readonly string[], detail?: string): onRequestHookHandler =>
  ({ headers }, _reply, done) => {
    if (hasBody(headers) && !isOfType(headers, types))
      throw fail('unsupported_media_type', detail === undefined ? {} : { detail })
    done()
  }

type Headers = FastifyRequest['headers']

const hasBody = ({ 'content-length': length = '0', 'transfer-encoding': transfer }: Headers) =>
  length !== '0' || transfer !== undefined

function isOfType(headers: Headers, types: readonly string[]): boolean {
  const { 'content-type': given = '', 'content-encoding': encoding = 'identity' } = headers
  const { 'transfer-encoding': transfer = 'chunked' } = headers
  const [, type = ''] = /^([^\s;]+)\s*(?:;|$)/.exec(given) ?? []
  return (
    types.includes(type.toLowerCase()) &&
    encoding.toLowerCase() === 'identity' &&
    transfer.toLowerCase() === 'chunked'
  )
}

export function parseBody(
  request: FastifyRequest,
  _reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  const sent = sentIn(request)
  const parse = (bytes: Uint8Array) => {
    request.body = parseJson(decodeJson(bytes), complexity)
    done()
  }
  if (sent instanceof LongBody) bytesOf(sent).then(parse).catch(done)
  else parse(sent)
}

/** For endpoints that parse it themselves. Empty if there is none. */
export async function bytesOfBody({ body }: FastifyRequest): Promise<Uint8Array> {
  return await bytesOf((body as RawBody | undefined) ?? Buffer.of())
}

/** For endpoints whose body is a file, which is not parsed here. */
export function takeFile(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  request.body = { type: request.headers['content-type'], bytes: sentIn(request, 'The file is empty.') }
  done()
}

function sentIn({ body }: FastifyRequest, detail?: string): RawBody {
  const sent = body as RawBody | undefined
  if (!sent) throw fail('malformed_json')
  if (sent.length === 0) throw fail('malformed_json', detail === undefined ? {} : { detail })
  return sent
}

/**
 * Ignores a body where none is expected, whatever its type and size. Without these headers, Fastify skips it.
 */
export function ignoreBody(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  const { headers } = request.raw
  delete headers['content-type']
  delete headers['content-length']
  delete headers['transfer-encoding']
  done()
}
