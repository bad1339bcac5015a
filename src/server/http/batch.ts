/** Endpoints called without a request of their own: for an operation of a batch, or a tool of an agent. */
import type { FastifyRequest } from 'fastify'
import type { TObject } from 'typebox'
import type { Batch, BatchResult } from '../../contract/feed.ts'
import type { RouteName } from '../../contract/plain/paths.ts'
import { isRevised, methodAndPath, type Route, routeNames, routes } from '../../contract/routes.ts'
import { usualBody } from '../../contract/values.ts'
import { fail } from '../common/problems.ts'
import { readKey } from '../writes/keys.ts'
import type { Done } from '../writes/write.ts'
import { inEnvelope, prefersMinimal, revisionOf } from './answers.ts'
import type { Handle, Handlers, Parts } from './endpoints.ts'
import { checkerOf, readQuery, requirePossibleIds } from './validation.ts'

export type Operation = Omit<Batch['operations'][number], 'method'> & { method: string }

interface Options {
  allows?(route: Route): boolean
  isMinimal?: boolean
  capture?: string | undefined
}

/** Returns a function that resolves to the result of a handler. It throws if `allows` returns false. */
export function createCalls(handlers: Partial<Handlers>, names: readonly RouteName[]) {
  const endpoints = names.map((name) => endpoint(name, handlers))

  function find({ method, path }: Operation) {
    for (const endpoint of endpoints) {
      const found = endpoint.method === method && endpoint.pattern.exec(path)
      if (!found) continue
      const { query = '', ...params } = found.groups ?? {}
      return { endpoint, params: decoded(params), query: Object.fromEntries(new URLSearchParams(query)) }
    }
    throw fail('not_found')
  }

  return async (
    operation: Operation,
    ownerId: string,
    { allows = () => true, isMinimal = false, capture }: Options = {},
  ) => {
    const { endpoint, params, query } = find(operation)
    const { name, route, handle, checkBody, checkQuery } = endpoint
    if (!allows(route)) throw fail('scope_insufficient')
    requirePossibleIds(params)
    const { body, idempotency_key, if_match: ifMatch } = operation
    if (checkBody) {
      if (body === undefined) throw fail('malformed_json')
      if (Buffer.byteLength(JSON.stringify(body)) > (route.bodyLimit ?? usualBody))
        throw fail('payload_too_large')
      checkBody(body)
    }
    const sent = checkBody && body
    const key = readKey(idempotency_key, name, params, sent)
    const asked = route.query && readQuery(route.query as TObject, query)
    checkQuery?.(asked)
    const call = { ownerId, params, query: asked, body: sent, ifMatch, key, isMinimal, capture }
    return { route, given: await handle(call) }
  }
}

function endpoint(name: RouteName, handlers: Partial<Handlers>) {
  const [method, path] = methodAndPath(name)
  const pattern = new RegExp(
    `^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/?#]+)')}/?(?:\\?(?<query>[^#]*))?(?:#.*)?$`,
  )
  const route: Route = routes[name]
  return {
    name,
    method,
    pattern,
    route,
    handle: handlers[name as keyof Handlers] as (call: object) => Promise<unknown>,
    checkBody: route.body && checkerOf(route.body),
    checkQuery: route.query && checkerOf(route.query),
  }
}

function decoded(params: Record<string, string>): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(params).map(([name, text]) => [name, decodeURIComponent(text)]))
  } catch {
    throw fail('not_found')
  }
}

/** Everything that API tokens may write. */
const canBeOperation = ({ write, access }: Route) => write === true && access !== 'session'

/**
 * Runs writes one after the other, each in its own transaction, so that others get their turn in between.
 * Results are sent as they come, so that many long ones are never in memory together.
 */
export function createBatch(handlers: Handlers, { admission, toProblem }: Parts): Handle {
  const call = createCalls(
    handlers,
    routeNames.filter((name) => canBeOperation(routes[name])),
  )

  return async (given, request) => {
    const { ownerId, body } = given as { ownerId: string; body: Batch }
    await admission.requireAccount(ownerId)
    return results(body.operations.map((operation) => () => answer(operation, ownerId, request)))
  }

  async function answer(
    operation: Operation,
    ownerId: string,
    request: FastifyRequest,
  ): Promise<BatchResult> {
    try {
      // A batch can take long, and the session may end in the meantime.
      await admission.requireCaller(request.caller)
      if (operation.method === 'GET')
        throw fail('not_found', { detail: 'A batch only writes. Send each GET as a request of its own.' })
      // A client that has disconnected needs no more than that. Its operations are done all the same.
      const isMinimal = prefersMinimal(request.headers) || request.raw.socket.destroyed
      const { route, given } = await call(operation, ownerId, { isMinimal })
      const done = given as Done<unknown>
      return isMinimal ? minimal(route, done) : resultOf(route, done)
    } catch (error) {
      const problem = toProblem(await admission.reasonFor(error as Error, ownerId), request)
      return { status: problem.status, body: problem }
    }
  }
}

function minimal(route: Route, { content, seq, isReplay }: Done<unknown>): BatchResult {
  const revision = isRevised(route) ? revisionOf(content) : undefined
  return {
    status: route.status,
    seq,
    ...(revision !== undefined && { revision }),
    ...(isReplay && { replayed: true }),
  }
}

const resultOf = (route: Route, { content, seq }: Done<unknown>): BatchResult => ({
  status: route.status,
  body: content instanceof Uint8Array ? content : inEnvelope(route, content),
  seq,
})

/** The response to a batch, created while it is sent. */
async function* results(operations: (() => Promise<BatchResult>)[]): AsyncGenerator<string | Uint8Array> {
  yield '{"results":['
  for (const [index, perform] of operations.entries()) {
    if (index > 0) yield ','
    const result = await perform()
    const { status, body, seq } = result
    if (body instanceof Uint8Array) {
      yield `{"status":${status},"body":`
      yield body
      yield `,"seq":${seq}}`
    } else yield JSON.stringify(result)
  }
  yield ']}'
}
