import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TObject } from 'typebox'
import type { Route } from '../../contract/routes.ts'
import { seconds } from '../clock.ts'
import { JsonList } from '../db/database.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { encode } from './compression.ts'

interface Parts {
  headers: Record<string, string>
  metrics: Metrics
  isDraining(): boolean
}

type Visit = FastifyRequest & { arrivedAt: number }
type Write = (request: FastifyRequest, reply: FastifyReply, content: unknown) => void

/** How answers leave: with the common headers, counted, and during a shutdown as the last on their connection. */
export function createAnswers({ headers, metrics, isDraining }: Parts) {
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
  function writerFor(method: string, url: string, { status, collection, answer }: Route): Write {
    const count = metrics.counterOf(method, url)
    const toText = envelope(answer)
    const always = Object.entries({ ...headers, 'cache-control': 'no-store' }).flat()
    return (request, reply, content) => {
      const fields = [...always, 'x-request-id', request.id]
      if (collection) fields.push('location', `${collection}/${(content as { id: string }).id}`)
      const { raw } = reply.hijack()
      const send = (body?: string | Buffer, ofBody: string[] = []) => {
        fields.push(...ofBody)
        if (isDraining()) fields.push('connection', 'close')
        count(status, secondsSince(request as Visit))
        raw.writeHead(status, fields).end(body)
      }
      if (!toText) {
        send()
        return
      }
      fields.push('content-type', json)
      encode(toText(content), request.headers['accept-encoding'], send)
    }
  }

  return { arrive, addHeaders, complete, writerFor }
}

const json = 'application/json; charset=utf-8'

/** Most answers are an object with a single member, of which a handler gives the content. */
function envelope(schema: TObject | undefined): ((content: unknown) => string) | undefined {
  const [member, ...more] = Object.keys(schema?.properties ?? {})
  return member && more.length === 0 ? (content) => `{"${member}":${toJson(content)}}` : schema && toJson
}

const toJson = (content: unknown) => (content instanceof JsonList ? content.text : JSON.stringify(content))
