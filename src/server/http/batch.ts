import type { FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { Batch, BatchResult } from '../../contract/feed.ts'
import type { RouteName } from '../../contract/paths.ts'
import { isRevised, methodAndPath, type Route, routeNames, routes } from '../../contract/routes.ts'
import { readKey } from '../feed/keys.ts'
import type { Done } from '../feed/write.ts'
import { fail } from '../problems.ts'
import { inEnvelope, ReadyBody, revisionOf } from './answers.ts'
import type { Handle, Handlers, Parts } from './endpoints.ts'
import { prefersMinimal } from './prefer.ts'
import { fieldErrors } from './validation.ts'

type Operation = Batch['operations'][number]

/** An endpoint that may be part of a batch. */
interface Writable {
  name: string
  method: string
  pattern: RegExp
  route: Route
  handle: Handle
}

/**
 * Carries out writes one after the other, each with a transaction of its own: so others get their turn in between. The
 * results go out as they come, so that many long ones are never in memory together.
 */
export function createBatch(handlers: Handlers, { gate, toProblem }: Parts): Handle {
  const writable = routeNames
    .filter((name) => canBeOperation(routes[name]))
    .map((name) => endpoint(name, handlers))

  return async (call, request) => {
    const { ownerId, body } = call as { ownerId: string; body: Batch }
    await gate.insistOn(ownerId)
    return results(body.operations.map((operation) => () => answer(operation, ownerId, request)))
  }

  async function answer(
    operation: Operation,
    ownerId: string,
    request: FastifyRequest,
  ): Promise<BatchResult> {
    try {
      // Many take their time, and the session may end meanwhile.
      await gate.insistOnCaller(request)
      return await perform(operation, ownerId, request)
    } catch (error) {
      const problem = toProblem(await gate.reasonFor(error as Error, ownerId), request)
      return { status: problem.status, body: problem }
    }
  }

  async function perform(
    operation: Operation,
    ownerId: string,
    request: FastifyRequest,
  ): Promise<BatchResult> {
    const { endpoint, params } = find(operation)
    const { name, route, handle } = endpoint
    const body = route.body && checked(route, operation.body, request)
    const done = (await handle(
      {
        ownerId,
        client: request.ip,
        params,
        body,
        ifMatch: operation.if_match,
        key: readKey(operation.idempotency_key, name, params, body),
      },
      request,
    )) as Done<unknown>
    const { content, seq, isReplay } = done
    if (prefersMinimal(request.headers)) {
      if (content instanceof ReadyBody) content.free()
      const revision = isRevised(route) ? revisionOf(content) : undefined
      return {
        status: route.status,
        seq,
        ...(revision !== undefined && { revision }),
        ...(isReplay && { replayed: true }),
      }
    }
    const answered = content instanceof ReadyBody ? content : inEnvelope(route, content)
    return { status: route.status, body: answered, seq }
  }

  function find({ method, path }: Operation): { endpoint: Writable; params: Record<string, string> } {
    for (const endpoint of writable) {
      const found = endpoint.method === method && endpoint.pattern.exec(path)
      if (found) return { endpoint, params: decoded(found.groups ?? {}) }
    }
    throw fail('not_found')
  }
}

/** Whatever API tokens may write. */
const canBeOperation = ({ write, access }: Route) => write === true && access !== 'session'

async function* results(operations: (() => Promise<BatchResult>)[]): AsyncGenerator<string | Uint8Array> {
  yield '{"results":['
  for (const [index, perform] of operations.entries()) {
    if (index > 0) yield ','
    const result = await perform()
    const { status, body, seq } = result
    if (body instanceof ReadyBody) {
      yield `{"status":${status},"body":`
      yield body.bytes
      yield `,"seq":${seq}}`
    } else yield JSON.stringify(result)
  }
  yield ']}'
}

function endpoint(name: RouteName, handlers: Handlers): Writable {
  const [method, path] = methodAndPath(name)
  const pattern = new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/?#]+)')}/?(?:[?#].*)?$`)
  return { name, method, pattern, route: routes[name], handle: handlers[name as keyof Handlers] as Handle }
}

function decoded(params: Record<string, string>): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(params).map(([name, text]) => [name, decodeURIComponent(text)]))
  } catch {
    throw fail('not_found')
  }
}

/** As the framework would have checked it. */
function checked(route: Route, body: unknown, request: FastifyRequest): unknown {
  if (body === undefined) throw fail('malformed_json')
  if (Buffer.byteLength(JSON.stringify(body)) > (route.bodyLimit ?? 64 * 1024))
    throw fail('payload_too_large')
  const schema = route.body as TSchema
  const validate = request.getValidationFunction(schema) ?? request.compileValidationSchema(schema)
  if (!validate(body))
    throw fail('validation_failed', {
      errors: fieldErrors(validate.errors as Parameters<typeof fieldErrors>[0]),
    })
  return body
}
