import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Schema } from '../../src/contract/openapi.ts'
import type { RouteName } from '../../src/contract/paths.ts'
import { type Route, routeNames, routes } from '../../src/contract/routes.ts'
import { sendRaw } from '../support/network/raw-http.ts'
import { type SignedIn, startTestInboard, type TestInboard } from '../support/service/inboard.ts'
import { requestLineOf, wellFormedQuery } from '../support/service/well-formed.ts'

const seed = 20_261_115

let inboard: TestInboard
let people: SignedIn[]
/** Ids of existing resources of several owners. */
let ids: string[]
beforeAll(async () => {
  inboard = await startTestInboard({ MAX_PROJECTS: '50' })
  people = [await inboard.signIn(), await inboard.signIn()]
  ids = []
  for (const { client } of people) {
    for (let count = 0; count < 5; count++) {
      const { project } = await client.addProject({ title: `Project ${count}` })
      const { statuses } = await client.listStatuses({ project_id: project.id })
      const { card } = await client.addProjectCard({ project_id: project.id, text: 'Card' })
      const { card: loose } = await client.addInboxCard({ text: 'Loose' })
      ids.push(project.id, card.id, loose.id, ...statuses.map(({ id }) => id))
    }
  }
})
afterAll(() => inboard.stop())

const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
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

interface Sent {
  name: RouteName
  id: string
  who: number
  text: string | undefined
  type: string
  headers: Record<string, string>
}

/** Keys are so few that requests meet each other's, and some are ids of what there is. */
const anyKey = () =>
  fc.oneof(
    fc.constantFrom('k1', 'k2', 'k3', ...ids),
    fc.uuid(),
    fc.constantFrom('two words', 'x'.repeat(129)),
  )
const anyTag = fc.constantFrom('*', '"1"', 'W/"2", "3-gzip"', '"0"', 'x', '')

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

const requests: () => fc.Arbitrary<Sent> = () =>
  fc.constantFrom(...routeNames).chain((name) => {
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

test('no request of thousands, right, wrong or odd, gets an answer that is not in the contract', async () => {
  const sent = fc.sample(requests(), { seed, numRuns: 2000 })
  const statuses = new Map<number, number>()
  const send = async ({ name, id, who, text, type, headers }: Sent) => {
    const [method, bare] = requestLineOf(name, id)
    const path = bare + wellFormedQuery(name)
    // `fetch` would resolve `.` and `..` in the path and so call a different URL.
    if (/^\.{1,2}$/.test(id)) return
    const options =
      method === 'GET' || text === undefined
        ? { headers }
        : { body: text, headers: { ...headers, 'content-type': type } }
    const answer = await inboard
      .request(method, path, { token: people[who]?.token, ...options })
      .catch((error: Error) => {
        throw new Error(`${method} ${path} as ${who} with ${type} ${text}`, { cause: error })
      })
    const inside: { status: number }[] = answer.body?.results ?? []
    for (const status of [answer.status, ...inside.map((result) => result.status)]) {
      expect([method, path, text, status]).not.toEqual([method, path, text, 500])
      expect([method, path, text, status]).not.toEqual([method, path, text, 503])
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  const waiting = sent.values()
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const one of waiting) await send(one)
    }),
  )

  // Guards against requests so far off that they only ever exercise one check.
  for (const status of [200, 201, 202, 204, 400, 401, 404, 409, 412, 415, 422]) {
    expect([status, statuses.get(status) ?? 0]).toEqual([status, expect.any(Number)])
    expect([status, statuses.has(status)]).toEqual([status, true])
  }
  expect(inboard.log.filter(({ level }) => level >= 50)).toEqual([])
})

test('and what all of it left behind is still in order', async () => {
  for (const { client } of people) {
    const { projects } = await client.listProjects()
    for (const project of projects) {
      const { cards } = await client.listProjectCards({ project_id: project.id })
      expect(project.card_count).toBe(cards.length)
      expect(project.completed_card_count).toBe(cards.filter(({ complete }) => complete).length)
    }
    const { cards } = await client.listInboxCards()
    await client.setColumn({ project_id: null, status_id: null, card_ids: cards.map(({ id }) => id) })
    const after = (await client.listInboxCards()).cards
    expect(after.map(({ id, position }) => [id, position])).toEqual(cards.map(({ id }, index) => [id, index]))
  }
})

test('no bytes on a connection, however garbled, are answered with a failure of ours', async () => {
  const [person] = people
  const start = 'POST /api/inbox/cards?x=1 HTTP/1.1\r\nHost: localhost\r\n'
  const request = Buffer.from(
    `${start}Authorization: Bearer ${person?.token}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nf\r\n{"text":"Weed"}\r\n0\r\n\r\nGET /api/me HTTP/1.0\r\nContent-Length: 2\r\n\r\n{}`,
  )
  const change = fc.record({
    at: fc.integer({ min: start.length, max: request.length - 1 }),
    remove: fc.nat(12),
    insert: fc.oneof(
      fc.uint8Array({ maxLength: 6 }),
      fc.constantFrom('\r\n', '\n', ' ', ':', '\0', '%', '0', 'chunked').map((text) => Buffer.from(text)),
    ),
  })
  const garbled = fc
    .array(change, { minLength: 1, maxLength: 3 })
    .map((changes) =>
      changes.reduce<Buffer>(
        (bytes, { at, remove, insert }) =>
          Buffer.concat([bytes.subarray(0, at), insert, bytes.subarray(at + remove)]),
        request,
      ),
    )
  const outcomes: number[] = []
  const waiting = fc.sample(garbled, { seed, numRuns: 400 }).values()
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const bytes of waiting) {
        const { answers } = await sendRaw(inboard.url, bytes, undefined, { hangUp: true })
        for (const { status } of answers)
          expect([status, bytes.toString('latin1')]).not.toEqual([500, expect.anything()])
        outcomes.push(...answers.map(({ status }) => status))
      }
    }),
  )
  expect(new Set(outcomes)).toContain(400)
  expect((await inboard.request('GET', '/healthz')).status).toBe(200)
  expect(inboard.log.filter(({ level }) => level >= 50)).toEqual([])
})
