import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isRevised, isShortened, type Route, soleMember, statusOf } from '../../../contract/routes.ts'
import { type Clock, iso, seconds } from '../../common/clock.ts'
import { membersToJson, toJson } from '../../db/database.ts'
import type { Follow } from '../../feed/streams.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import type { Done } from '../../writes/write.ts'
import type { Gate } from '../admission/gate.ts'
import { LongBody } from '../bodies/long-body.ts'
import { encode, encodeParts, encodingFor, vary } from './compression.ts'
import { createEventStreams, streamHeaders } from './event-stream.ts'
import { prefersMinimal } from './prefer.ts'

interface Parts {
  headers: Record<string, string>
  basePath: string
  metrics: Metrics
  clock: Clock
  isDraining(): boolean
}

/** A complete body, ready to be sent. It belongs to a large account, so its memory is freed explicitly. */
export class ReadyBody {
  readonly raw: Uint8Array<ArrayBuffer> | LongBody
  /** True if it would be the same for a deleted owner. */
  readonly provesNothing: boolean
  /** For changes: the state that they lead to, and whether there are more. */
  readonly page: { seq: number; more: boolean } | undefined
  constructor(raw: ReadyBody['raw'], provesNothing: boolean, page: ReadyBody['page']) {
    this.raw = raw
    this.provesNothing = provesNothing
    this.page = page
  }

  /** A body on disk is never in memory as a whole. */
  async *parts(): AsyncGenerator<Uint8Array> {
    if (!(this.raw instanceof LongBody)) return yield this.raw
    try {
      yield* this.raw.parts()
    } finally {
      this.free()
    }
  }

  /** Frees the memory at once, because V8 would let many bodies accumulate. */
  free(): void {
    if (this.raw instanceof LongBody) void this.raw.close()
    else this.raw.buffer.transfer(0)
  }
}

type Visit = FastifyRequest & { arrivedAt: number }
/** If the response is created while it is sent, resolves when that is done. */
type Write = (request: FastifyRequest, reply: FastifyReply, content: unknown) => Promise<void> | undefined

/**
 * Sends responses: with the common headers, counted in the metrics, and during a shutdown as the last on
 * their connection.
 */
export function createAnswers({ headers, basePath, metrics, clock, isDraining }: Parts) {
  const secondsSince = ({ arrivedAt }: Visit) => (performance.now() - arrivedAt) / seconds

  function arrive(request: FastifyRequest): void {
    ;(request as Visit).arrivedAt = performance.now()
  }

  function addHeaders(request: FastifyRequest, reply: FastifyReply): void {
    if (!reply.hasHeader('content-security-policy')) reply.headers(headers)
    reply.header('x-request-id', request.id)
    // Fastify adds this only to requests that arrive later, and other clients would reuse the connection.
    if (isDraining()) reply.header('connection', 'close')
  }

  /** For responses that Fastify sends: pages, probes, errors. */
  function complete(request: FastifyRequest, reply: FastifyReply): void {
    addHeaders(request, reply)
    const count = metrics.counterOf(request.method, request.routeOptions.url ?? 'none')
    count(reply.statusCode, secondsSince(request as Visit))
  }

  /**
   * For the responses of one endpoint. They go straight to Node's response: Fastify's map of headers and
   * hooks cost up to a tenth of a whole request (docs/performance.md).
   */
  function writerFor(method: string, url: string, route: Route): Write {
    const { collection, location, answer, write, download, minimal } = route
    const shortened = isShortened(route)
    const count = metrics.counterOf(method, url)
    const toText = answer && textOf(route)
    const revised = isRevised(route)
    const always = Object.entries({ ...headers, 'cache-control': 'no-store' }).flat()
    return (request, reply, given) => {
      const fields = [...always, 'x-request-id', request.id]
      const { content, seq, isReplay, isAsMade } = write ? (given as Done<unknown>) : { content: given }
      if (seq !== undefined) fields.push('inboard-seq', String(seq))
      if (isReplay) fields.push('idempotency-replayed', 'true')
      if (revised && !isAsMade) fields.push('etag', `"${revisionOf(content)}"`)
      if (collection) fields.push('location', `${basePath}${collection}/${idOf(content)}`)
      const isMinimal = minimal === true && prefersMinimal(request.headers)
      if (isMinimal) fields.push('preference-applied', 'return=minimal')
      const status = isMinimal && shortened ? 204 : statusOf(route, request.query)
      if (location && status === 201) fields.push('location', basePath + location)
      if (download)
        fields.push(
          'content-disposition',
          `attachment; filename="inboard-${iso(clock.now()).slice(0, 10)}.json"`,
        )
      const { raw } = reply
      const begin = (ofBody: string[] = []) => {
        fields.push(...ofBody)
        if (isDraining()) fields.push('connection', 'close')
        count(status, secondsSince(request as Visit))
        return raw.writeHead(status, fields)
      }
      const ready = content instanceof ReadyBody ? content.raw : undefined
      if (ready) raw.on('finish', () => (content as ReadyBody).free())
      if (!toText || status === 204) {
        reply.hijack()
        begin().end()
        return undefined
      }
      fields.push('content-type', json)
      return sendBody(request, reply, content, toText, begin)
    }
  }

  /** For responses of one endpoint that are no JSON. */
  function fileWriterFor(url: string, more: Record<string, string>) {
    const always = Object.entries({ ...headers, ...more }).flat()
    return (request: FastifyRequest, reply: FastifyReply, etag: string, body: string | ReadyBody) => {
      const { raw } = reply
      if (body instanceof ReadyBody) raw.on('finish', () => body.free())
      const count = metrics.counterOf(request.method, url)
      return sendBody(request, reply, body, String, (ofBody) => {
        const fields = [...always, 'etag', etag, 'x-request-id', request.id, ...ofBody]
        if (isDraining()) fields.push('connection', 'close')
        count(200, secondsSince(request as Visit))
        return raw.writeHead(200, fields)
      })
    }
  }

  /** For streams. They are counted when they begin. */
  function streamerFor(
    method: string,
    url: string,
    gate: Pick<Gate, 'callerOf' | 'hasAccess' | 'onEnded'>,
  ): Write {
    const count = metrics.counterOf(method, url)
    const always = [...Object.entries({ ...headers, ...streamHeaders }).flat(), ...vary]
    const start = createEventStreams(gate, clock)
    return (request, reply, given) => {
      const { seq, begin } = given as Follow
      count(200, secondsSince(request as Visit))
      const { raw } = reply.hijack()
      const encoding = encodingFor(request.headers['accept-encoding'], ['gzip'])
      const ofBody = encoding ? ['content-encoding', encoding] : []
      raw.writeHead(200, [...always, ...ofBody, 'x-request-id', request.id, 'inboard-seq', String(seq)])
      start(raw, begin, gate.callerOf(request), encoding === 'gzip')
      return undefined
    }
  }

  return { arrive, addHeaders, complete, writerFor, fileWriterFor, streamerFor }
}

function sendBody(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  content: unknown,
  toText: (content: unknown) => string,
  begin: (ofBody: string[]) => ServerResponse,
): Promise<void> | undefined {
  const ready = content instanceof ReadyBody ? content.raw : undefined
  const parts = ready instanceof LongBody ? (content as ReadyBody).parts() : content
  if (isAsyncIterable(parts))
    return encodeParts(
      parts,
      headers['accept-encoding'],
      (ofBody) => {
        reply.hijack()
        return begin(ofBody)
      },
      ready?.length,
    ).catch((error) => {
      if (!reply.sent) throw error
      // A response that has begun cannot be replaced by an error, so the client has to see that it is incomplete.
      reply.raw.destroy(error)
    })
  reply.hijack()
  const whole = ready instanceof Uint8Array ? ready : toText(content)
  encode(whole, headers['accept-encoding'], (body, ofBody) => begin(ofBody).end(body))
  return undefined
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
export function bytesOf(route: Route, content: unknown): Uint8Array<ArrayBuffer> {
  const member = soleMember(route)
  const members = Object.entries(member ? { [member]: content } : (content as object))
  const parts = members.flatMap(([name, value], index) => [
    `${index > 0 ? ',' : '{'}${JSON.stringify(name)}:`,
    toJson(value),
  ])
  parts.push('}')
  return bytesOfParts(parts)
}

/** Not from Node's shared pool, so that its memory can be freed explicitly. */
export function bytesOfParts(parts: readonly string[]): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.allocUnsafeSlow(parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0))
  parts.reduce((at, part) => at + bytes.write(part, at), 0)
  return bytes
}

/** Like `textOf`, but as a value, for a response within another. */
export function inEnvelope(route: Route, content: unknown): unknown {
  const member = soleMember(route)
  return member ? { [member]: content } : (content ?? null)
}

const isAsyncIterable = (content: unknown): content is AsyncIterable<string | Uint8Array> =>
  typeof content === 'object' && content !== null && Symbol.asyncIterator in content
