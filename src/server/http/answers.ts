/** Writes responses, with the common headers, counted in the metrics. Start with `writerFor`. */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isRevised, isShortened, type Route, soleMember } from '../../contract/routes.ts'
import { type Clock, iso } from '../common/clock.ts'
import { version } from '../common/version.ts'
import { JsonList, membersToJson, toJson } from '../db/database.ts'
import type { Follow } from '../feed/streams.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Done } from '../writes/write.ts'
import type { Admission } from './admission.ts'
import { encode, encodeParts, encodingFor, threshold, vary } from './compression.ts'
import type { Draining } from './connections.ts'
import { createEventStreams, streamHeaders } from './event-stream.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** In milliseconds of this process. */
    arrivedAt: number
  }
}

interface Parts {
  headers: Record<string, string>
  basePath: string
  metrics: Metrics
  clock: Clock
  draining: Pick<Draining, 'isDraining'>
}

/** If the response is created while it is sent, resolves when that is done. */
type Write = (request: FastifyRequest, reply: FastifyReply, content: unknown) => Promise<void> | undefined

export type Answers = ReturnType<typeof createAnswers>

/** During a shutdown, each response is the last on its connection. */
export function createAnswers({ headers, basePath, metrics, clock, draining }: Parts) {
  function addHeaders(request: FastifyRequest, reply: FastifyReply): void {
    if (!reply.hasHeader('content-security-policy')) reply.headers(headers)
    reply.header('x-request-id', request.id)
    // Fastify adds this only to requests that arrive later, and other clients would reuse the connection.
    if (draining.isDraining) reply.header('connection', 'close')
  }

  /** For responses that Fastify sends: pages, probes, errors. */
  function complete(request: FastifyRequest, reply: FastifyReply): void {
    addHeaders(request, reply)
    const count = metrics.counterOf(request.method, request.routeOptions.url ?? 'none')
    count(reply.statusCode, request.arrivedAt)
  }

  /**
   * For the responses of one endpoint. They go straight to Node's response: Fastify's map of headers and
   * hooks cost up to a tenth of a whole request (docs/performance.md).
   */
  function writerFor(method: string, url: string, route: Route): Write {
    const { collection, location, answer, write, download, minimal, query } = route
    const canBeDry = query?.properties.dry_run !== undefined
    const shortened = isShortened(route)
    const count = metrics.counterOf(method, url)
    const toText = answer && textOf(route)
    const revised = isRevised(route)
    const always = Object.entries({ ...headers, 'cache-control': 'no-store' }).flat()
    return (request, reply, given) => {
      const { raw } = reply
      const fields = [...always, 'x-request-id', request.id]
      const { content, seq, isReplay, isAsMade } = write ? (given as Done<unknown>) : { content: given }
      if (seq !== undefined) fields.push('inboard-seq', String(seq))
      if (isReplay) fields.push('idempotency-replayed', 'true')
      if (revised && !isAsMade) fields.push('etag', `"${revisionOf(content)}"`)
      if (collection) fields.push('location', `${basePath}${collection}/${idOf(content)}`)
      const isMinimal = minimal === true && prefersMinimal(request.raw.headers)
      if (isMinimal) fields.push('preference-applied', 'return=minimal')
      // A dry run has created nothing.
      const isDry = canBeDry && (request.query as { dry_run?: boolean }).dry_run === true
      const status = isMinimal && shortened ? 204 : isDry ? 200 : route.status
      if (location && status === 201) fields.push('location', basePath + location)
      if (download) {
        const name = `inboard-${iso(clock.now()).slice(0, 10)}.json`
        fields.push('content-disposition', `attachment; filename="${name}"`)
      }
      if (draining.isDraining) fields.push('connection', 'close')
      if (toText && status !== 204) fields.push('content-type', json)
      count(status, request.arrivedAt)
      if (!toText || status === 204) {
        raw.writeHead(status, fields).end()
        return undefined
      }
      return sendBody(request, raw, status, fields, content, toText)
    }
  }

  /** For responses of one endpoint that are no JSON. */
  function fileWriterFor(url: string, more: Record<string, string>) {
    const always = Object.entries({ ...headers, ...more }).flat()
    return (request: FastifyRequest, { raw }: FastifyReply, etag: string, body: string | Uint8Array) => {
      const fields = [...always, 'etag', etag, 'x-request-id', request.id]
      if (draining.isDraining) fields.push('connection', 'close')
      metrics.counterOf(request.method, url)(200, request.arrivedAt)
      return sendBody(request, raw, 200, fields, body, String)
    }
  }

  /** For streams. They are counted when they begin. */
  function streamerFor(
    method: string,
    url: string,
    admission: Pick<Admission, 'hasAccess' | 'requireCaller' | 'onEnded'>,
  ): Write {
    const count = metrics.counterOf(method, url)
    const always = [...Object.entries({ ...headers, ...streamHeaders }).flat(), ...vary]
    const start = createEventStreams(admission, clock)
    return (request, { raw }, given) => {
      const { seq, begin } = given as Follow
      count(200, request.arrivedAt)
      const encoding = encodingFor(request.raw.headers['accept-encoding'], ['gzip'])
      const ofBody = encoding ? ['content-encoding', encoding] : []
      raw.writeHead(200, [...always, ...ofBody, 'x-request-id', request.id, 'inboard-seq', String(seq)])
      start(raw, begin, request.caller, encoding === 'gzip')
      return undefined
    }
  }

  return { addHeaders, complete, writerFor, fileWriterFor, streamerFor }
}

function sendBody(
  request: FastifyRequest,
  raw: ServerResponse,
  status: number,
  fields: string[],
  content: unknown,
  toText: (content: unknown) => string,
): Promise<void> | undefined {
  const accepted = request.raw.headers['accept-encoding']
  const send = (body: string | Uint8Array | undefined, ofBody: string[]) => {
    raw.writeHead(status, [...fields, ...ofBody])
    if (body !== undefined) raw.end(body)
    return raw
  }
  // From a worker.
  if (content instanceof Uint8Array) {
    encode(content, accepted, send)
    return undefined
  }
  if (content instanceof Object && Symbol.asyncIterator in content)
    return encodeParts(content as AsyncIterable<string | Uint8Array>, accepted, send).catch((error) => {
      if (!raw.headersSent) throw error
      // A response that has begun cannot be replaced by an error, so the client has to see that it is incomplete.
      raw.destroy(error)
    })
  const text = toText(content)
  const length = Buffer.byteLength(text)
  if (length <= threshold) {
    fields.push('content-length', String(length))
    raw.writeHead(status, fields).end(text)
  } else encode(text, accepted, send)
  return undefined
}

/** True if the client prefers a minimal response (RFC 7240 §4.2). The first of several preferences counts. */
export function prefersMinimal({ prefer }: IncomingHttpHeaders): boolean {
  if (prefer === undefined) return false
  const [, value] = /(?:^|,)\s*return\s*=\s*"?([^\s",;]+)/i.exec(String(prefer)) ?? []
  return value?.toLowerCase() === 'minimal'
}

type Revised = { revision: number }

/** The revision of a card or project, or of the only member of a response that may be either. */
export const revisionOf = (content: unknown) =>
  (content as Partial<Revised>).revision ?? (Object.values(content as object) as Revised[])[0]?.revision

type Created = { id: string }

/** The id of what was created, or of the first member of a response with more than that. */
const idOf = (content: unknown) =>
  (content as Partial<Created>).id ?? (Object.values(content as object) as Created[])[0]?.id

const json = 'application/json; charset=utf-8'

export function textOf(route: Route): (content: unknown) => string {
  const member = soleMember(route)
  return member
    ? (content) => `{"${member}":${toJson(content)}}`
    : (content) => membersToJson(content as object)
}

/** Like `textOf`, but as bytes, without concatenating large parts as text first. */
export function bytesOf(route: Route, content: unknown): Uint8Array {
  const member = soleMember(route)
  const members = Object.entries(member ? { [member]: content } : (content as object))
  const parts = members.flatMap(([name, value], index) => [
    Buffer.from(`${index > 0 ? ',' : '{'}${JSON.stringify(name)}:`),
    Buffer.from(toJson(value)),
  ])
  return Buffer.concat([...parts, Buffer.from('}')])
}

/** Like `textOf`, but as a value, for a response within another. */
export function inEnvelope(route: Route, content: unknown): unknown {
  const member = soleMember(route)
  return member ? { [member]: content } : (content ?? null)
}

/** True if the response would be the same for a deleted owner: an empty list, or a state before the first change. */
export function provesNothing(content: unknown): boolean {
  // A worker does not say. Asking the database once more takes far less time than its work.
  if (content instanceof Uint8Array) return true
  if (content instanceof JsonList) return content.isEmpty
  if (Array.isArray(content)) return content.length === 0
  return content === 0 || (content as { seq?: number } | undefined)?.seq === 0
}

/**
 * On every response. There is no CORS: the API serves its own origin and programs, to which CORS does not apply. Only
 * the clients of OAuth may be pages of other origins (`oauth.ts`).
 */
const common = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}

/**
 * Only if the service is reached over TLS, and only for its own host: its subdomains may be somebody else's.
 */
const transportSecurity = { 'strict-transport-security': 'max-age=31536000' }

/** On data. If a browser displays it anyway, nothing in it can run, and no page can frame it. */
const forData = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  // Tells a page that was opened before an upgrade about the new version (src/web/device/update.ts).
  'inboard-version': version,
}

const forPages = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy':
    'camera=(), geolocation=(), microphone=(), publickey-credentials-get=(self), publickey-credentials-create=(self)',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
}

export function headersFor(appUrl: string) {
  const always = { ...common, ...(appUrl.startsWith('https:') && transportSecurity) }
  return { data: { ...always, ...forData }, pages: { ...always, ...forPages } }
}
