import { gzipSync } from 'node:zlib'
import type { Endpoint as Described, OpenApi, Schema } from '../../../src/contract/openapi/document.ts'
import type { Chance } from '../../support/machine/chance.ts'
import { endpointsOf as described } from '../../support/service/described.ts'
import { contentHeaders, garble, oddHeaders, oddMethods, oddPath, session } from './odd-heads.ts'
import { anyValue, fitting, type Ids, mutated, oddJson, oddText } from './odd-values.ts'

export interface Endpoint {
  method: string
  path: string
  operation: Described
  body: Schema | undefined
}

export interface OddRequest {
  endpoint: Endpoint
  method: string
  /** Its method or path was altered, so it may belong to another endpoint or to none. */
  strays: boolean
  /** Its head was garbled, so the server may see no valid request, or several. */
  garbled: boolean
  bytes: Buffer
}

/** The parts from which requests are generated, besides random numbers. */
export interface Stock {
  endpoints: Endpoint[]
  tokens: readonly string[]
  ids: Ids
}

export function endpointsOf(document: OpenApi): Endpoint[] {
  return described(document).map((operation) => {
    const { method, path, requestBody } = operation
    const schema = requestBody?.content['application/json']?.schema
    return { method, path, operation, body: schema && whole(schema, document) }
  })
}

/** The schema with its references resolved. */
function whole(schema: Schema, document: OpenApi): Schema {
  const replaced = JSON.stringify(schema, (_key, value) => {
    const name = /^#\/components\/schemas\/(\w+)$/.exec(value?.$ref ?? '')?.[1]
    return name ? document.components.schemas[name] : value
  })
  return JSON.parse(replaced)
}

export function oddRequest({ endpoints, tokens, ids }: Stock, chance: Chance): OddRequest {
  const endpoint = chance.pick(endpoints)
  const usual = endpoint.path.replace(/\{\w+\}/g, () => encodeURIComponent(oneOf(ids, chance)))
  const isOdd = chance.oneIn(15)
  const path = isOdd ? oddPath(usual, chance) : usual + oddQuery(endpoint, ids, chance)
  const method = chance.oneIn(30) ? chance.pick(oddMethods) : endpoint.method
  const content = method === 'GET' && !chance.oneIn(20) ? undefined : oddContent(endpoint.body, ids, chance)
  const framing = content && (chance.oneIn(15) ? chunked(content, chance) : counted(content))
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    ...session(tokens, chance),
    ...parametersOf(endpoint, 'header', ids, chance).map(([name, value]) => `${name}: ${inAHead(value)}`),
    ...(content ? contentHeaders(chance) : []),
    ...(framing?.headers ?? []),
    ...(chance.oneIn(20) ? [chance.pick(oddHeaders)] : []),
  ]
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  // Answers to HEAD have a Content-Length but no body, so the end of one among several answers could not be found.
  const garbled = chance.oneIn(100) && method !== 'HEAD'
  const bytes = Buffer.concat([garbled ? garble(head, chance) : head, ...(framing?.parts ?? [])])
  return { endpoint, method, strays: isOdd || method !== endpoint.method, garbled, bytes }
}

/** Some of the parameters that an endpoint takes in one place, with values that may be right. */
function parametersOf({ operation }: Endpoint, place: string, ids: Ids, chance: Chance): [string, string][] {
  return operation.parameters
    .filter((parameter) => parameter.in === place && !chance.oneIn(3))
    .map(({ name, schema }) => [name, String(fitting(schema, chance, ids, name))])
}

function oddQuery(endpoint: Endpoint, ids: Ids, chance: Chance): string {
  const parameters = parametersOf(endpoint, 'query', ids, chance)
  return parameters.length > 0
    ? `?${new URLSearchParams(parameters.map(([name, value]) => [name, value.toWellFormed()]))}`
    : ''
}

/** The characters that Node allows in a header, as Latin-1. */
const inAHead = (value: string) => value.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '')

const oneOf = (ids: Ids, chance: Chance) =>
  chance.oneIn(8) ? oddText(chance).toWellFormed() || 'order' : chance.pick(ids)

function oddContent(schema: Schema | undefined, ids: Ids, chance: Chance): Buffer | undefined {
  if (chance.oneIn(schema ? 30 : 2)) return undefined
  const fit = schema ? fitting(schema, chance, ids) : anyValue(chance)
  const value = chance.oneIn(3) ? mutated(fit, chance) : fit
  const text = chance.oneIn(6) ? oddJson(value, chance) : (JSON.stringify(value) ?? '')
  if (!chance.oneIn(25)) return Buffer.from(text)
  return chance.pick([
    () => Buffer.from(text, 'utf16le'),
    () => Buffer.from(text, 'latin1'),
    () => gzipSync(text),
    () => chance.bytes(chance.below(200)),
    // Bytes that are invalid in UTF-8.
    () =>
      Buffer.from(
        text.replace(/[a-z]/, () => chance.pick(['\xff', '\xc0\xaf', '\xed\xa0\x80', '\xf5'])),
        'latin1',
      ),
    () => Buffer.concat([Buffer.from(text), Buffer.alloc(chance.pick([1, 65_536, 200_000, 1_100_000]), ' ')]),
    () => Buffer.alloc(0),
  ])()
}

const counted = (content: Buffer) => ({ headers: [`Content-Length: ${content.length}`], parts: [content] })

function chunked(content: Buffer, chance: Chance) {
  const at = chance.below(content.length + 1)
  const chunks = [content.subarray(0, at), content.subarray(at)].filter(({ length }) => length > 0)
  const parts = chunks.flatMap((chunk) => [
    Buffer.from(`${chunk.length.toString(16)}\r\n`),
    chunk,
    Buffer.from('\r\n'),
  ])
  return { headers: ['Transfer-Encoding: chunked'], parts: [...parts, Buffer.from('0\r\n\r\n')] }
}
