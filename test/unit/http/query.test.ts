import Fastify from 'fastify'
import pino from 'pino'
import Type from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requestFor } from '../../../src/client/client.ts'
import { apiOf, endpointOf } from '../../../src/contract/openapi/openapi.ts'
import { paths } from '../../../src/contract/plain/paths.ts'
import type { Problem } from '../../../src/contract/problem.ts'
import { type Route, routeNames, routes } from '../../../src/contract/routes.ts'
import { Text } from '../../../src/contract/values.ts'
import { docsPage } from '../../../src/server/docs/page.ts'
import { createAdmission } from '../../../src/server/http/admission.ts'
import { createAnswers } from '../../../src/server/http/answers.ts'
import { serveEndpoint } from '../../../src/server/http/endpoints.ts'
import { createErrors } from '../../../src/server/http/errors.ts'
import { createMetrics } from '../../../src/server/metrics/metrics.ts'

// An endpoint that Inboard does not have, passed through everything that derives an endpoint from the contract.
const template = 'GET /api/search/{id}{?q,limit,whole}'
const path = '/api/search/{id}'
const route: Route = {
  group: 'Cards',
  summary: 'Search',
  about: 'Finds what contains the word.',
  access: 'public',
  query: Type.Object({
    q: Text(20, 'What is searched for.', 'plants'),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'At most so many.' })),
    whole: Type.Optional(Type.Boolean({ description: 'Only whole words.' })),
  }),
  status: 200,
  answer: Type.Object({ call: Type.Object({}), more: Type.Boolean() }),
}

const app = Fastify()
beforeAll(async () => {
  const { toProblem, answerError } = createErrors(pino({ level: 'silent' }))
  app.setErrorHandler(answerError)
  const callers = {
    recall: () => undefined,
    isRemembered: () => false,
    find: async () => undefined,
    hasAccess: async () => true,
    onEnded: () => {},
    exists: async () => true,
  }
  const clock = { now: Date.now }
  const answers = createAnswers({
    headers: {},
    basePath: '',
    metrics: createMetrics({
      version: '1.0.0',
      clock,
      countWaiting: async () => 0,
      countStreams: () => 0,
      measure: async () => ({ users: 0, bytes: 0 }),
    }),
    clock,
    draining: { isDraining: false },
  })
  app.decorateRequest('arrivedAt', 0)
  serveEndpoint(app, 'searchAll', 'GET', path, route, async (call) => ({ call, more: false }), {
    admission: createAdmission(app, { callers, offloaded: { reads: [], writes: [] }, answerError }),
    answerError,
    answers,
    isHere: () => true,
    toProblem,
    limitRate: () => {},
    isOfDoctor: () => false,
  })
  await app.ready()
})
afterAll(() => app.close())

async function search(input: Record<string, unknown>) {
  const { method, path, body } = requestFor(template, { id: 'inbox', ...input })
  expect([method, body]).toEqual(['GET', undefined])
  return (await app.inject(path)).json()
}

describe('query parameters', () => {
  test('come to the handler as what the schema says they are', async () => {
    expect((await search({ q: ' a&b 🪴 ', limit: 20, whole: true })).call).toEqual({
      ownerId: '',
      params: { id: 'inbox' },
      query: { q: 'a&b 🪴', limit: 20, whole: true },
      userAgent: expect.any(String),
      client: '127.0.0.1',
      isHere: true,
    })
    expect((await search({ q: '17' })).call.query).toEqual({ q: '17' })
    expect((await search({ q: 'true', whole: false })).call.query).toEqual({ q: 'true', whole: false })
  })

  test('that nobody knows are ignored', async () => {
    const { statusCode } = await app.inject('/api/search/inbox?q=a&colour=green&__proto__=x')
    expect(statusCode).toBe(200)
  })

  test.each<[query: string, field: string, message: string]>([
    ['', 'q', 'is required'],
    ['?q=%20%20', 'q', 'must not be empty'],
    ['?q=123456789012345678901', 'q', 'must be at most 20 characters long'],
    ['?q=%00', 'q', 'must not contain NUL or half of a character'],
    ['?q=a&q=b', 'q', 'must be text'],
    ['?q=a&limit=', 'limit', 'must be a whole number'],
    ['?q=a&limit=ten', 'limit', 'must be a whole number'],
    ['?q=a&limit=1.5', 'limit', 'must be a whole number'],
    ['?q=a&limit=1e2', 'limit', 'must be a whole number'],
    ['?q=a&limit=0', 'limit', 'must be from 1 to 200'],
    ['?q=a&limit=-1', 'limit', 'must be from 1 to 200'],
    ['?q=a&limit=99999999999999999999', 'limit', 'must be from 1 to 200'],
    ['?q=a&limit=1&limit=2', 'limit', 'must be a whole number'],
    ['?q=a&whole=yes', 'whole', 'must be true or false'],
    ['?q=a&whole=1', 'whole', 'must be true or false'],
  ])('"%s" is refused', async (query, field, message) => {
    const answer = (await app.inject(`/api/search/inbox${query}`)).json<Problem>()
    expect(answer).toMatchObject({ status: 422, code: 'validation_failed', errors: [{ field, message }] })
  })

  test('are described', () => {
    const { parameters, responses } = endpointOf('readCard', 'GET', path, route)
    expect(parameters.slice(1)).toEqual([
      expect.objectContaining({
        name: 'q',
        in: 'query',
        required: true,
        description: 'What is searched for.',
      }),
      expect.objectContaining({ name: 'limit', in: 'query', required: false }),
      expect.objectContaining({ name: 'whole', in: 'query', required: false }),
    ])
    expect(responses).toHaveProperty('422')
  })

  test('are on the page, and in its example', () => {
    const search = endpointOf('readCard', 'GET', path, route)
    const page = docsPage({ ...apiOf('https://inboard.example', '1.2.3'), endpoints: [search] })
    expect(page).toContain('<code>limit (query)</code> optional')
    for (const text of ['What is searched for.', 'At most so many.', 'Only whole words.'])
      expect(page).toContain(text)
    expect(page).toContain('curl &#34;https://inboard.example/api/search/$ID?q=plants&#34;')
  })

  test('are the same in the path and in the schema of every route', () => {
    for (const name of routeNames) {
      const [, names] = /\{\?([\w,]+)\}$/.exec(paths[name]) ?? []
      const { query }: Route = routes[name]
      expect([name, names?.split(',') ?? []]).toEqual([name, Object.keys(query?.properties ?? {})])
    }
  })
})
