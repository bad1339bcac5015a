import type { FastifyReply, FastifyRequest } from 'fastify'
import { isRevised, isShortened, type Route, soleMember, statusOf } from '../../contract/routes.ts'
import { type Clock, iso, seconds } from '../clock.ts'
import { membersToJson, toJson } from '../db/database.ts'
import type { Follow } from '../feed/streams.ts'
import type { Done } from '../feed/write.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { encode, encodeParts, encodingFor, vary } from './compression.ts'
import { createEventStreams, streamHeaders } from './event-stream.ts'
import type { Gate } from './gate.ts'
import { prefersMinimal } from './prefer.ts'

interface Parts {
  headers: Record<string, string>
  metrics: Metrics
  clock: Clock
  isDraining(): boolean
}

/** A whole body that is ready to be sent: that of a large account, so that it is worth being careful with its memory. */
export class ReadyBody {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Whether it would be the same for an owner who has been deleted. */
  readonly provesNothing: boolean
  /** Of changes: the state that they lead to, and whether there is more. */
  readonly page: { seq: number; more: boolean } | undefined
  constructor(bytes: Uint8Array<ArrayBuffer>, provesNothing: boolean, page: ReadyBody['page']) {
    this.bytes = bytes
    this.provesNothing = provesNothing
    this.page = page
  }

  /** Gives the memory back at once: V8 would let many of them pile up. */
  free(): void {
    this.bytes.buffer.transfer(0)
  }
}

type Visit = FastifyRequest & { arrivedAt: number }
/** Of an answer that is made while it is sent, it resolves when it has been made. */
type Write = (request: FastifyRequest, reply: FastifyReply, content: unknown) => Promise<void> | undefined

/** How answers leave: with the common headers, counted, and during a shutdown as the last on their connection. */
export function createAnswers({ headers, metrics, clock, isDraining }: Parts) {
  const secondsSince = ({ arrivedAt }: Visit) => (performance.now() - arrivedAt) / seconds

  function arrive(request: FastifyRequest): void {
    ;(request as Visit).arrivedAt = performance.now()
  }

  function addHeaders(request: FastifyRequest, reply: FastifyReply): void {
    if (!reply.hasHeader('content-security-policy')) reply.headers(headers)
    reply.header('x-request-id', request.id)
    // The framework adds this only to requests that arrive later, and other clients would reuse the connection.
    if (isDraining()) reply.header('connection', 'close')
  }

  /** For answers that the framework sends: pages, probes, errors. */
  function complete(request: FastifyRequest, reply: FastifyReply): void {
    addHeaders(request, reply)
    const count = metrics.counterOf(request.method, request.routeOptions.url ?? 'none')
    count(reply.statusCode, secondsSince(request as Visit))
  }

  /**
   * For the answers of one endpoint. They go straight to Node's own response: the framework's way, with its map of
   * headers and its hooks, costs up to a tenth of a whole request (docs/performance.md).
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
      const { content, seq, isReplay } = write ? (given as Done<unknown>) : { content: given }
      if (seq !== undefined) fields.push('inboard-seq', String(seq))
      if (isReplay) fields.push('idempotency-replayed', 'true')
      if (revised) fields.push('etag', `"${revisionOf(content)}"`)
      if (collection) fields.push('location', `${collection}/${idOf(content)}`)
      const isMinimal = minimal === true && prefersMinimal(request.headers)
      if (isMinimal) fields.push('preference-applied', 'return=minimal')
      const status = isMinimal && shortened ? 204 : statusOf(route, request.query)
      if (location && status === 201) fields.push('location', location)
      if (download)
        fields.push(
          'content-disposition',
          `attachment; filename="inboard-${iso(clock.now()).slice(0, 10)}.json"`,
        )
      const { raw } = reply.hijack()
      const begin = (ofBody: string[] = []) => {
        fields.push(...ofBody)
        if (isDraining()) fields.push('connection', 'close')
        count(status, secondsSince(request as Visit))
        return raw.writeHead(status, fields)
      }
      const isReady = content instanceof ReadyBody
      if (isReady) raw.on('finish', () => content.free())
      if (!toText || status === 204) {
        begin().end()
        return undefined
      }
      fields.push('content-type', json)
      if (isAsyncIterable(content)) return encodeParts(content, request.headers['accept-encoding'], begin)
      const whole = isReady ? content.bytes : toText(content)
      encode(whole, request.headers['accept-encoding'], (body, ofBody) => begin(ofBody).end(body))
      return undefined
    }
  }

  /** For an endpoint whose answer goes on. It is counted when it begins. */
  function streamerFor(
    method: string,
    url: string,
    gate: Pick<Gate, 'callerOf' | 'isStillIn' | 'onEnded'>,
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

  return { arrive, addHeaders, complete, writerFor, streamerFor }
}

type Revised = { revision: number }

/** Of a card or project, or of what an answer that may be either has as its only member. */
export const revisionOf = (content: unknown) =>
  (content as Partial<Revised>).revision ?? (Object.values(content as object) as Revised[])[0]?.revision

type Created = { id: string }

/** Of what was created, or of the first member of an answer that tells more than that. */
const idOf = (content: unknown) =>
  (content as Partial<Created>).id ?? (Object.values(content as object) as Created[])[0]?.id

const json = 'application/json; charset=utf-8'

export function textOf(route: Route): (content: unknown) => string {
  const member = soleMember(route)
  return member
    ? (content) => `{"${member}":${toJson(content)}}`
    : (content) => membersToJson(content as object)
}

/** The same as bytes. Large parts are not put together as text first. */
export function bytesOf(route: Route, content: unknown): Uint8Array<ArrayBuffer> {
  const member = soleMember(route)
  const members = Object.entries(member ? { [member]: content } : (content as object))
  const parts = members.flatMap(([name, value], index) => [
    `${index > 0 ? ',' : '{'}${JSON.stringify(name)}:`,
    toJson(value),
  ])
  parts.push('}')
  const bytes = Buffer.allocUnsafeSlow(parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0))
  parts.reduce((at, part) => at + bytes.write(part, at), 0)
  return bytes
}

/** The same as a value, for an answer that is part of another one. */
export function inEnvelope(route: Route, content: unknown): unknown {
  const member = soleMember(route)
  return member ? { [member]: content } : (content ?? null)
}

const isAsyncIterable = (content: unknown): content is AsyncIterable<string | Uint8Array> =>
  typeof content === 'object' && content !== null && Symbol.asyncIterator in content
