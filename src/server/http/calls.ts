import type { TObject, TSchema } from 'typebox'
import type { Batch } from '../../contract/feed.ts'
import type { RouteName } from '../../contract/plain/paths.ts'
import { methodAndPath, type Route, routes } from '../../contract/routes.ts'
import { usualBody } from '../../contract/values.ts'
import { fail } from '../common/problems.ts'
import { readKey } from '../writes/keys.ts'
import { requirePossibleIds } from './bodies/possible-ids.ts'
import { readQuery } from './bodies/query.ts'
import { fieldErrors, validatorOf } from './bodies/validation.ts'
import type { Handlers } from './endpoints.ts'

export type Operation = Omit<Batch['operations'][number], 'method'> & { method: string }

type Handle = (call: object) => Promise<unknown>

interface Endpoint {
  name: RouteName
  method: string
  pattern: RegExp
  route: Route
  handle: Handle
}

interface Found {
  endpoint: Endpoint
  params: Record<string, string>
  query: Record<string, string>
}

interface Options {
  allows?(route: Route): boolean
  isMinimal?: boolean
  capture?: string | undefined
}

/** Calls endpoints without a request of their own: for an operation of a batch, or a tool of an agent. */
export function createCalls(handlers: Partial<Handlers>, names: readonly RouteName[]) {
  const endpoints = names.map((name) => endpoint(name, handlers))

  function find({ method, path }: Operation): Found {
    for (const endpoint of endpoints) {
      const found = endpoint.method === method && endpoint.pattern.exec(path)
      if (!found) continue
      const { query = '', ...params } = found.groups ?? {}
      return { endpoint, params: decoded(params), query: Object.fromEntries(new URLSearchParams(query)) }
    }
    throw fail('not_found')
  }

  /** Resolves to the handler's result. Throws if `allows` returns false. */
  return async (
    operation: Operation,
    ownerId: string,
    { allows = () => true, isMinimal = false, capture }: Options = {},
  ) => {
    const { endpoint, params, query } = find(operation)
    const { name, route, handle } = endpoint
    if (!allows(route)) throw fail('scope_insufficient')
    requirePossibleIds(params)
    const body = route.body && checkedBody(route, operation.body)
    const key = readKey(operation.idempotency_key, name, params, body)
    const asked = route.query && checked(route.query, readQuery(route.query as TObject, query))
    return {
      route,
      given: await handle({
        ownerId,
        params,
        query: asked,
        body,
        ifMatch: operation.if_match,
        key,
        isMinimal,
        capture,
      }),
    }
  }
}

function endpoint(name: RouteName, handlers: Partial<Handlers>): Endpoint {
  const [method, path] = methodAndPath(name)
  const pattern = new RegExp(
    `^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/?#]+)')}/?(?:\\?(?<query>[^#]*))?(?:#.*)?$`,
  )
  return { name, method, pattern, route: routes[name], handle: handlers[name as keyof Handlers] as Handle }
}

function decoded(params: Record<string, string>): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(params).map(([name, text]) => [name, decodeURIComponent(text)]))
  } catch {
    throw fail('not_found')
  }
}

/** The same checks that Fastify makes. */
function checkedBody(route: Route, body: unknown): unknown {
  if (body === undefined) throw fail('malformed_json')
  if (Buffer.byteLength(JSON.stringify(body)) > (route.bodyLimit ?? usualBody))
    throw fail('payload_too_large')
  return checked(route.body as TSchema, body)
}

const validators = new WeakMap<object, ReturnType<typeof validatorOf>>()

function checked(schema: TSchema, value: unknown): unknown {
  const validate = validators.get(schema) ?? validatorOf({ schema, method: '', url: '' })
  validators.set(schema, validate)
  if (!validate(value))
    throw fail('validation_failed', {
      errors: fieldErrors(validate.errors as Parameters<typeof fieldErrors>[0]),
    })
  return value
}
