import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parse } from 'secure-json-parse'
import { fail, invalid } from '../problems.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Bodies are JSON. Any other type is refused. */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    if (body.length === 0) throw fail('malformed_json')
    if (!isJson(request)) throw fail('unsupported_media_type')
    if (isIntricate(body)) throw invalid('', 'must not have so many values, or so many within each other')
    try {
      return parse(utf8.decode(body), null, { protoAction: 'error', constructorAction: 'ignore' })
    } catch {
      throw fail('malformed_json')
    }
  })
}

/** Less than this is parsed in a few milliseconds, whatever it is. In bytes. */
const short = 64 * 1024
/** More than any endpoint has a use for: an order has 10,000 ids, twice. */
const most = { values: 40_000, deep: 100 }

const [quote, backslash, comma, colon] = [...'"\\,:'].map((character) => character.charCodeAt(0))
const [array, object, endOfArray, endOfObject] = [...'[{]}'].map((character) => character.charCodeAt(0))

/**
 * Whether it would take long to parse, and so hold up everyone else: a megabyte of brackets within each other takes 90 ms,
 * one of ids two.
 */
function isIntricate(json: Uint8Array): boolean {
  if (json.length <= short) return false
  let [values, depth, isText] = [0, 0, false]
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]
    if (isText) {
      if (byte === backslash) at++
      else if (byte === quote) isText = false
    } else if (byte === quote) isText = true
    else if (byte === comma || byte === colon) values++
    else if (byte === array || byte === object) depth++
    else if (byte === endOfArray || byte === endOfObject) depth--
    if (values > most.values || depth > most.deep) return true
  }
  return false
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
