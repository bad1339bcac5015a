/** Reads what a request carries: its body, its query and the ids in its path. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import type { TObject } from 'typebox'
import { usualBody } from '../../contract/values.ts'
import { decodeJson, parseJson } from '../common/json.ts'
import { fail } from '../common/problems.ts'
import { bytesOf, type RawBody, readSlowly, type Uploader, Uploads } from './uploads.ts'

/**
 * Reads a body and leaves parsing for later, so that a waiting request holds bytes instead of objects. Nearly all
 * arrive together with the head of their request.
 */
export async function readBody(
  body: IncomingMessage,
  limit: number,
  uploads: Uploads,
  uploader: Uploader,
): Promise<RawBody> {
  // Node's parser delivers the rest of the packet before this continues.
  await undefined
  const { 'content-length': length, 'transfer-encoding': transfer } = body.headers
  const expected = length === undefined && transfer === undefined ? 0 : Number(length)
  const isHere = expected === body.readableLength && expected <= limit && !body.destroyed
  if (!isHere || uploads.accounts.has(uploader.account))
    return await readSlowly(body, limit, uploads, uploader)
  // Without a number, only its first packet.
  return body.read(expected) ?? Buffer.of()
}

/** For public endpoints, whose bodies count for no account. */
export async function bytesOfBody({ raw, routeOptions }: FastifyRequest): Promise<Uint8Array> {
  const nobody = { account: '', credential: '' }
  return await bytesOf(await readBody(raw, routeOptions.bodyLimit ?? usualBody, new Uploads(), nobody))
}

/** Throws if a body is of another type, before it has arrived. */
export function checkType(headers: IncomingHttpHeaders, types: readonly string[], detail?: string): void {
  const { 'content-type': given = '', 'content-encoding': encoding, 'transfer-encoding': transfer } = headers
  const [, type = ''] = /^([^\s;]+)\s*(?:;|$)/.exec(given) ?? []
  const isRead =
    types.includes(type.toLowerCase()) &&
    (encoding === undefined || encoding.toLowerCase() === 'identity') &&
    (transfer === undefined || transfer.toLowerCase() === 'chunked')
  if (!isRead && hasBody(headers))
    throw fail('unsupported_media_type', detail === undefined ? {} : { detail })
}

/** A hook that refuses other types before the body has arrived. */
export const requireType =
  (types: readonly string[], detail?: string): onRequestHookHandler =>
  ({ headers }, _reply, done) => {
    checkType(headers, types, detail)
    done()
  }

export const hasBody = ({
  'content-length': length = '0',
  'transfer-encoding': transfer,
}: IncomingHttpHeaders) => length !== '0' || transfer !== undefined

/** More than any endpoint needs: an order has 10,000 ids, twice. */
const complexity = { values: 40_000, deep: 100 }

export function parseBody(bytes: Uint8Array): unknown {
  if (bytes.length === 0) throw fail('malformed_json')
  return parseJson(decodeJson(bytes), complexity)
}

export function requireContent({ length }: RawBody, detail?: string): void {
  if (length === 0) throw fail('malformed_json', detail === undefined ? {} : { detail })
}

/** Far longer than any valid id. */
const longestId = 256

/** Answers 404 to ids that no database could store, so that no handler has to check. */
export function requirePossibleIds(params: object): void {
  for (const id of Object.values(params) as string[])
    if (id.length > longestId || id.includes('\0') || !id.isWellFormed()) throw fail('not_found')
}

/**
 * Converts well-formed query parameters that the schema declares as integers or booleans. The validator
 * refuses the others.
 */
export function readQuery({ properties }: TObject, query: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).map(([name, text]) => [
      name,
      readParameter((properties[name] as { type?: string })?.type, text),
    ]),
  )
}

function readParameter(type: string | undefined, text: unknown): unknown {
  if (typeof text !== 'string') return text
  if (type === 'integer' && /^-?\d+$/.test(text)) return Number(text)
  if (type === 'boolean' && /^(?:true|false)$/.test(text)) return text === 'true'
  return text
}
