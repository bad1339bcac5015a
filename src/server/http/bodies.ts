import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parse } from 'secure-json-parse'
import { fail } from '../problems.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Bodies are JSON. Any other type is refused. */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    if (body.length === 0) throw fail('malformed_json')
    if (!isJson(request)) throw fail('unsupported_media_type')
    try {
      return parse(utf8.decode(body), null, { protoAction: 'error', constructorAction: 'ignore' })
    } catch {
      throw fail('malformed_json')
    }
  })
}

function isJson({ headers }: FastifyRequest): boolean {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = headers
  const { 'transfer-encoding': transfer = 'chunked' } = headers
  return (
    /^application\/json\s*(?:;|$)/i.test(type) &&
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
