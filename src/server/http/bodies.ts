import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { decodeJson, parseJson } from '../json.ts'
import { fail } from '../problems.ts'
import { bytesOf, DiskUnavailable, LongBody, longBody, type RawBody } from './long-body.ts'
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
    return readAll(body, request.routeOptions.bodyLimit, {
      claim: (size) => (uploader.account === '' ? undefined : uploads.claim(uploader, body, size)),
      hold: (size) => uploads.hold(uploader, body, size),
      keep: (file) => uploads.keep(uploader, body, file),
      rest: (bytes) => uploads.rest(uploader, bytes),
    })
  })
}

interface Room {
  /** Gives the reason if there is no room for so many bytes. */
  claim(size: number): unknown
  /** Whether so many bytes of it may be in memory. */
  hold(size: number): boolean
  /** Until the request has been answered. */
  keep(file: LongBody): void
  /** Resolves when more may be read after so many bytes. */
  rest(bytes: number): Promise<void>
}

/**
 * Holds a short body in memory once, where the framework would hold it twice. What is long, or comes when there are many, goes to
 * the disk. Leaves the connection open when it refuses one, so that the client can read why.
 */
function readAll(body: IncomingMessage, limit: number, room: Room): Promise<RawBody> {
  const { promise, resolve, reject } = Promise.withResolvers<RawBody>()
  const length = Number(body.headers['content-length'] ?? Number.NaN)
  const isOfKnownLength = !Number.isNaN(length)
  let arrived = 0
  let bytes = Buffer.of()
  /** Of what is in them. */
  let end = 0
  let file: LongBody | undefined
  /** A stream that is paused may end all the same. */
  let stored: Promise<void> | undefined
  const take = (chunk: Buffer) => {
    arrived += chunk.length
    const reason =
      arrived > limit ? fail('payload_too_large') : isOfKnownLength ? undefined : room.claim(arrived)
    if (reason) refuse(reason)
    else if (end + chunk.length > longBody || !room.hold(end + chunk.length)) putAway(chunk)
    else hold(chunk)
  }
  const hold = (chunk: Buffer) => {
    if (end + chunk.length > bytes.length) {
      // Not from Node's shared pool, where a long body would keep others in memory.
      const larger = Buffer.allocUnsafeSlow(
        Math.min(longBody, Math.max(end + chunk.length, 2 * bytes.length)),
      )
      bytes.copy(larger, 0, 0, end)
      bytes = larger
    }
    end += chunk.copy(bytes, end)
  }
  const putAway = (chunk: Buffer) => {
    body.pause()
    store(bytes.subarray(0, end), chunk).then(() => body.resume(), noRoom)
    bytes = Buffer.of()
    end = 0
    room.hold(0)
  }
  const store = (...parts: Buffer[]) => {
    stored = stored ? stored.then(() => append(parts)) : append(parts)
    return stored
  }
  const append = async (parts: Buffer[]) => {
    if (!file) {
      file = await LongBody.create()
      room.keep(file)
    }
    for (const part of parts) {
      await file.append(part)
      await room.rest(part.length)
    }
  }
  const finish = () => {
    // The connection was closed for a body that is too slow, and its client has been told that nothing was done.
    if (body.socket.writableEnded) refuse(aborted())
    else if (!stored) resolve(bytes.subarray(0, end))
    else store(bytes.subarray(0, end)).then(() => file && resolve(file), noRoom)
  }
  const noRoom = (cause: unknown) => refuse(new DiskUnavailable(cause))
  const refuse = (error: unknown) => {
    body.off('data', take).off('end', finish).off('error', refuse).resume()
    reject(error)
  }
  // Its client has hung up while we looked for its account: nothing would ever release what is claimed now.
  if (body.destroyed) refuse(aborted())
  else if (length > limit) refuse(fail('payload_too_large'))
  else {
    const reason = room.claim(isOfKnownLength ? length : 0)
    if (reason) refuse(reason)
    else {
      if (length <= longBody) bytes = Buffer.allocUnsafeSlow(length)
      body.on('data', take).on('end', finish).on('error', refuse)
    }
  }
  return promise
}

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

export async function parseBody(request: FastifyRequest): Promise<void> {
  request.body = parseJson(decodeJson(await bytesOf(sentIn(request))), intricacy)
}

/** For an endpoint whose body is a file, which is not parsed here. */
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
 * A body where none is expected is ignored, whatever its type and size: without these headers the framework skips it.
 */
export function ignoreBody(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  const { headers } = request.raw
  delete headers['content-type']
  delete headers['content-length']
  delete headers['transfer-encoding']
  done()
}
