import fc from 'fast-check'
import type { Schema } from '../../../src/contract/openapi/document.ts'
import type { RouteName } from '../../../src/contract/plain/paths.ts'
import { type Route, routeNames, routes } from '../../../src/contract/routes.ts'
import { anyString } from '../../support/models/any-string.ts'
import { requestLineOf } from '../../support/service/well-formed.ts'

const oddText = fc.oneof(
  anyString(40),
  fc.string({ unit: 'grapheme', maxLength: 2100 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    '__proto__',
    'constructor',
    'null',
    "'; drop table cards --",
    '🪴',
  ),
)
const anyValue = fc.oneof(
  fc.jsonValue(),
  oddText,
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.maxSafeInteger(),
  fc.constantFrom(null, true, -0, 2_147_483_647, 2_147_483_648, [], {}),
)

export interface Sent {
  name: RouteName
  id: string
  who: number
  text: string | undefined
  type: string
  headers: Record<string, string>
}

const anyTag = fc.constantFrom('*', '"1"', 'W/"2", "3-gzip"', '"0"', 'x', '')

/** Random requests to every endpoint, right, wrong or odd. The ids are of things that exist, of several owners. */
export function requestsAbout(ids: string[]): fc.Arbitrary<Sent> {
  /** A value of the type that a schema asks for. It may exceed the schema's limits, which the service has to check. */
  function fitting(schema: Schema, key = ''): fc.Arbitrary<unknown> {
    if (schema.const !== undefined) return fc.constant(schema.const)
    const types = [schema.type].flat()
    if (types.includes('null')) return fc.oneof(fc.constant(null), fc.constantFrom(...ids), oddText)
    if (types.includes('object')) {
      const known = Object.entries(schema.properties ?? {}).map(([name, member]) => [
        name,
        fitting(member, name),
      ])
      const refused = Object.keys(schema['x-refused'] ?? {}).map((name) => [name, anyValue])
      const members: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries([...known, ...refused])
      return fc.record(members, { requiredKeys: schema.required ?? [] })
    }
    if (types.includes('array')) {
      return fc.oneof(
        fc.array(fitting(schema.items ?? {}), { maxLength: 6 }),
        fc.subarray(ids, { maxLength: 6 }),
      )
    }
    if (types.includes('integer')) return fc.oneof(fc.nat(20), fc.nat(2_147_483_647), fc.integer())
    if (types.includes('boolean')) return fc.boolean()
    if (schema.type === undefined) return anyValue
    if (String(schema['x-refusal']).includes('base64url')) {
      return fc
        .uint8Array({ minLength: 1, maxLength: 60 })
        .map((bytes) => Buffer.from(bytes).toString('base64url'))
    }
    if (key === 'email') return fc.oneof(fc.emailAddress(), oddText)
    return fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
      fc.constantFrom(...ids),
      oddText,
    )
  }

  /** Keys are so few that requests meet each other's, and some are ids of what there is. */
  const anyKey = () =>
    fc.oneof(
      fc.constantFrom('k1', 'k2', 'k3', ...ids),
      fc.uuid(),
      fc.constantFrom('two words', 'x'.repeat(129)),
    )

  /** A write as an operation of a batch: most of them such that it could be done. */
  const operations = () =>
    fc.constantFrom(...routeNames.filter((name) => (routes[name] as Route).write)).chain((name) =>
      fc.constantFrom(...ids).chain((id) => {
        const route: Route = routes[name]
        const [method, path] = requestLineOf(name, id)
        return fc.record(
          {
            method: fc.constant(method),
            path: fc.constant(path),
            body: route.body ? fitting(route.body as Schema) : anyValue,
            if_match: fc.oneof(anyTag, oddText),
            idempotency_key: fc.oneof(anyKey(), oddText),
          },
          { requiredKeys: ['method', 'path', ...(route.body ? (['body'] as const) : [])] },
        )
      }),
    )

  return fc.constantFrom(...routeNames).chain((name) => {
    const route: Route = routes[name]
    const fits = route.body ? fitting(route.body as Schema) : anyValue
    const batches = fc.record({ operations: fc.array(operations(), { maxLength: 5 }) })
    const bodies = name === 'batch' ? fc.oneof(fits, { weight: 3, arbitrary: batches }) : fits
    const whole = bodies
      .chain((body) => fc.oneof({ weight: 3, arbitrary: fc.constant(body) }, mutated(body)))
      .map((body) => JSON.stringify(body))
    const broken = fc
      .tuple(whole, fc.nat(200), oddText)
      .map(([text, at, odd]) => text.slice(0, at) + odd + text.slice(at))
    return fc.record({
      name: fc.constant(name),
      id: fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...ids) },
        fc.string({ minLength: 1 }),
        fc.constantFrom('🪴', '\u0000', 'order', 'options'),
      ),
      who: fc.constantFrom(0, 0, 0, 1, 1, 2),
      text: fc.oneof({ weight: 8, arbitrary: whole }, broken, fc.constant(undefined)),
      type: fc.oneof(
        { weight: 20, arbitrary: fc.constant('application/json') },
        fc.constantFrom('text/plain', 'application/json; charset=latin1', 'x', '*/*'),
      ),
      headers: fc.record({ 'idempotency-key': anyKey(), 'if-match': anyTag }, { requiredKeys: [] }),
    })
  })
}

/** The value with one change at any depth: a member removed, added or replaced, or an object wrapped in a list. */
function mutated(value: unknown): fc.Arbitrary<unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return anyValue
  const names = Object.keys(value)
  if (names.length === 0) return anyValue
  return fc.constantFrom(...names).chain((name) => {
    const { [name]: member, ...rest } = value as Record<string, unknown>
    return fc.oneof(
      fc.constant(rest),
      anyValue.map((other) => ({ ...rest, [name]: other })),
      mutated(member).map((other) => ({ ...rest, [name]: other })),
      fc.tuple(oddText, anyValue).map(([key, other]) => ({ ...(value as object), [key]: other })),
      fc.constant([value]),
    )
  })
}
