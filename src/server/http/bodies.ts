import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { decodeJson, parseJson } from '../json.ts'
import { fail } from '../problems.ts'

/** More than any endpoint has a use for: an order has 10,000 ids, twice. */
const intricacy = { values: 40_000, deep: 100 }

/** Bodies are JSON. Any other type is refused. */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    if (body.length === 0) throw fail('malformed_json')
    if (!isOfType(request, ['application/json'])) throw fail('unsupported_media_type')
    return parseJson(decodeJson(body), intricacy)
  })
}

/** For an endpoint whose body is a file: it is not parsed here, and is in memory once. The framework would hold it there twice. */
export function acceptFiles(app: FastifyInstance, types: readonly string[]): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
    if (!isOfType(request, types))
      throw fail('unsupported_media_type', {
        detail: `Send the file uncompressed, with one of these as its Content-Type: ${types.join(', ')}.`,
      })
    const bytes = await readAll(payload, request.routeOptions.bodyLimit)
    if (bytes.length === 0) throw fail('malformed_json', { detail: 'The file is empty.' })
    return { type: request.headers['content-type'], bytes }
  })
}

/** Leaves the connection open if there is too much, so that the refusal can be read. */
function readAll(payload: IncomingMessage, limit: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const length = Number(payload.headers['content-length'] ?? Number.NaN)
  let bytes = Buffer.allocUnsafeSlow(length <= limit ? length : 64 * 1024)
  let end = 0
  const take = (chunk: Buffer) => {
    const start = end
    end += chunk.length
    if (end > limit) return refuse(fail('payload_too_large'))
    if (end > bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.min(limit, Math.max(end, 2 * bytes.length)))
      bytes.copy(larger, 0, 0, start)
      bytes = larger
    }
    chunk.copy(bytes, start)
  }
  const finish = () => resolve(bytes.subarray(0, end))
  const refuse = (error: unknown) => {
    payload.off('data', take).off('end', finish).off('error', refuse).resume()
    reject(error)
  }
  if (length > limit) refuse(fail('payload_too_large'))
  else payload.on('data', take).on('end', finish).on('error', refuse)
  return promise
}

function isOfType({ headers }: FastifyRequest, types: readonly string[]): boolean {
  const { 'content-type': given = '', 'content-encoding': encoding = 'identity' } = headers
  const { 'transfer-encoding': transfer = 'chunked' } = headers
  const [, type = ''] = /^([^\s;]+)\s*(?:;|$)/.exec(given) ?? []
  return (
    types.includes(type.toLowerCase()) &&
    encoding.toLowerCase() === 'identity' &&
    transfer.toLowerCase() === 'chunked'
  )
}

export function requireBody(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  if (request.body === undefined) throw fail('malformed_json')
  done()
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
