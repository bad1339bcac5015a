import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { decodeJson, parseJson } from '../json.ts'
import { fail } from '../problems.ts'
import type { Uploader, Uploads } from './uploads.ts'

/** More than any endpoint has a use for: an order has 10,000 ids, twice. */
const intricacy = { values: 40_000, deep: 100 }

/**
 * Reads bodies of any type, and leaves parsing for later: a request that waits in line holds bytes, not objects. Endpoints
 * without a session have no account to count them for. Their bodies are short, and their requests limited by IP.
 */
export function acceptBodies(
  app: FastifyInstance,
  uploaderOf: (request: FastifyRequest) => Uploader,
  uploads: Uploads,
): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (request: FastifyRequest, body: IncomingMessage) => {
    const uploader = uploaderOf(request)
    const claim = (size: number) => uploader.account === '' || uploads.claim(uploader, body, size)
    return readAll(body, request.routeOptions.bodyLimit, claim)
  })
}

/**
 * Holds the body in memory once, where the framework would hold it twice. Leaves the connection open when it refuses one, so
 * that the client can read why.
 */
function readAll(body: IncomingMessage, limit: number, claim: (size: number) => boolean): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const length = Number(body.headers['content-length'] ?? Number.NaN)
  const isOfKnownLength = !Number.isNaN(length)
  let bytes = Buffer.of()
  let end = 0
  const take = (chunk: Buffer) => {
    const start = end
    end += chunk.length
    if (end > limit) return refuse(fail('payload_too_large'))
    if (!isOfKnownLength && !claim(end)) return refuse(tooMuchUnfinished())
    if (end > bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.min(limit, Math.max(end, 2 * bytes.length)))
      bytes.copy(larger, 0, 0, start)
      bytes = larger
    }
    chunk.copy(bytes, start)
  }
  // The connection was closed for a body that is too slow, and its client has been told that nothing was done.
  const finish = () => (body.socket.writableEnded ? refuse(aborted()) : resolve(bytes.subarray(0, end)))
  const refuse = (error: unknown) => {
    body.off('data', take).off('end', finish).off('error', refuse).resume()
    reject(error)
  }
  // Its client has hung up while we looked for its account: nothing would ever release what is claimed now.
  if (body.destroyed) refuse(aborted())
  else if (length > limit) refuse(fail('payload_too_large'))
  else if (!claim(isOfKnownLength ? length : 0)) refuse(tooMuchUnfinished())
  else {
    // Not from Node's shared pool, where a long body would keep others in memory.
    if (isOfKnownLength) bytes = Buffer.allocUnsafeSlow(length)
    body.on('data', take).on('end', finish).on('error', refuse)
  }
  return promise
}

const aborted = () => Object.assign(new Error('aborted'), { code: 'ECONNRESET' })

const tooMuchUnfinished = () =>
  fail('rate_limited', {
    detail:
      'Your account has too many unfinished uploads. Try again in {retry_after} seconds, or finish one first.',
    retry_after: 5,
  })

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

export function parseBody(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  request.body = parseJson(decodeJson(bytesOf(request)), intricacy)
  done()
}

/** For an endpoint whose body is a file, which is not parsed here. */
export function takeFile(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  request.body = { type: request.headers['content-type'], bytes: bytesOf(request, 'The file is empty.') }
  done()
}

function bytesOf({ body }: FastifyRequest, detail?: string): Buffer {
  const bytes = body as Buffer | undefined
  if (!bytes) throw fail('malformed_json')
  if (bytes.length === 0) throw fail('malformed_json', detail === undefined ? {} : { detail })
  return bytes
}

/**
 * A body where none is expected is ignored, whatever its type and size: without these headers the framework skips it.
 */
export function ignoreBody(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  const { headers } = request.raw
  delete headers['content-type']
  delete headers['content-length']
  delete headers['transfer-encoding']
  done()
}
