import { STATUS_CODES } from 'node:http'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exampleOfProblem } from '../../src/contract/examples.ts'
import { openapi, type Schema } from '../../src/contract/openapi.ts'
import { type ProblemName, problems } from '../../src/contract/problem.ts'
import { closed } from '../support/service/closed.ts'
import { wellFormed } from '../support/service/well-formed.ts'

const document = openapi('https://inboard.example/board', '1.2.3')
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
)

// The endpoints of the specification. Written out, because a list derived from the contract would always agree with it.
const specified = `
  POST /api/auth/magic-link public
  POST /api/auth/verify-email public
  POST /api/auth/passkey/options public
  POST /api/auth/passkey/verify public
  POST /api/auth/link public
  POST /api/auth/link/decline public
  GET /api/me session
  DELETE /api/me session
  POST /api/email/change session
  GET /api/sessions session
  DELETE /api/sessions session
  DELETE /api/sessions/{id} session
  GET /api/tokens session
  POST /api/tokens session
  DELETE /api/tokens/{id} session
  GET /api/passkeys session
  POST /api/passkeys/options session
  POST /api/passkeys session
  DELETE /api/passkeys/{id} session
  GET /api/projects read write
  POST /api/projects write
  GET /api/projects/{project_id} read write
  PATCH /api/projects/{project_id} write
  DELETE /api/projects/{project_id} write
  GET /api/projects/{project_id}/statuses read write
  GET /api/projects/{project_id}/cards read write
  POST /api/projects/{project_id}/cards write
  GET /api/inbox/cards read write
  POST /api/inbox/cards capture write
  GET /api/cards/{id} read write
  PATCH /api/cards/{id} write
  DELETE /api/cards/{id} write
  PUT /api/cards/order write
  GET /api/search read write
  GET /api/bin read write
  POST /api/bin/{id}/restore write
  DELETE /api/bin/{id} write
  DELETE /api/bin write
  GET /api/export session
  POST /api/import session
  GET /api/changes read write
  GET /api/events read write
  POST /api/batch write`

/** Every object in the document, with its JSON pointer. */
function* objectsIn(value: unknown, at = '#'): Generator<[at: string, object: Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield [at, value as Record<string, unknown>]
  for (const [key, inner] of Object.entries(value)) {
    yield* objectsIn(inner, `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
  }
}

const resolve = (reference: string): unknown =>
  reference
    .slice(2)
    .split('/')
    .reduce((at: unknown, key) => (at as Record<string, unknown>)?.[key], document)

test('it has every endpoint, with the scopes that allow it, and no other', () => {
  const lines = specified
    .trim()
    .split('\n')
    .map((line) => line.trim())
  const described = operations.map(({ method, path, security }) => {
    const scopes = security.flatMap((one) => Object.values(one)).flat()
    const access = scopes.length > 0 ? scopes.join(' ') : security.length > 0 ? 'session' : 'public'
    return `${method} ${path} ${access}`
  })
  expect(described.sort()).toEqual(lines.sort())
})

describe('its form', () => {
  test('is OpenAPI 3.1', () => {
    expect(Object.keys(document).sort()).toEqual([
      'components',
      'info',
      'openapi',
      'paths',
      'servers',
      'tags',
    ])
    expect(document.openapi).toMatch(/^3\.1\.\d+$/)
    expect(document.info).toMatchObject({
      title: 'Inboard',
      version: '1.2.3',
    })
    expect(document.servers).toEqual([{ url: 'https://inboard.example/board' }])
    expect(document.components.securitySchemes).toMatchObject({ session: { type: 'http', scheme: 'bearer' } })
  })

  test('every operation has a name of its own, a heading and a summary', () => {
    const headings = document.tags.map(({ name }) => name)
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
    for (const { operationId, tags, summary } of operations) {
      expect(headings).toEqual(expect.arrayContaining(tags))
      expect([operationId, tags.length]).toEqual([operationId, 1])
      expect(summary).toMatch(/^[A-Z].*[^.]$/)
    }
  })

  test('no operation has a member that OpenAPI does not know', () => {
    const known = {
      operation: [
        'operationId',
        'tags',
        'summary',
        'description',
        'security',
        'parameters',
        'requestBody',
        'responses',
      ],
      parameter: ['name', 'in', 'required', 'description', 'schema'],
      requestBody: ['required', 'content'],
      response: ['description', 'headers', 'content'],
      media: ['schema', 'example', 'examples'],
      header: ['schema', 'description', 'required', 'example'],
    }
    const check = (kind: keyof typeof known, object: object) =>
      expect(known[kind]).toEqual(expect.arrayContaining(Object.keys(object)))
    for (const { method, path, ...operation } of operations) {
      check('operation', operation)
      for (const parameter of operation.parameters) check('parameter', parameter)
      if (operation.requestBody) check('requestBody', operation.requestBody)
      const contents = [
        operation.requestBody?.content,
        ...Object.values(operation.responses).map(({ content }) => content),
      ]
      for (const media of contents.flatMap((content) => Object.values(content ?? {}))) check('media', media)
      for (const [status, response] of Object.entries(operation.responses)) {
        expect(status).toMatch(/^[2-5]\d\d$/)
        expect(response.description).not.toBe('')
        check('response', response)
        for (const header of Object.values(response.headers)) check('header', header as object)
      }
    }
  })

  test('the parameters of a path are the ones in its braces', () => {
    for (const { path, parameters } of operations) {
      const inBraces = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const inPath = parameters.filter((parameter) => parameter.in === 'path')
      expect(inPath.map(({ name }) => name)).toEqual(inBraces)
      for (const parameter of inPath) expect(parameter.required).toBe(true)
    }
  })

  test('every reference leads somewhere, and every named schema is referred to', () => {
    const references = [...objectsIn(document)].flatMap(([, { $ref }]) =>
      typeof $ref === 'string' ? [$ref] : [],
    )
    expect(references.length).toBeGreaterThan(50)
    for (const reference of references)
      expect([reference, resolve(reference)]).toEqual([reference, expect.any(Object)])
    const named = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`)
    expect([...new Set(references)].sort()).toEqual(named.sort())
  })

  test('its schemas are JSON Schema 2020-12, with no keyword of our own but such as begin with x-', () => {
    const ajv = new Ajv2020({
      strict: true,
      allowUnionTypes: true,
      formats: { 'date-time': true },
    })
    ajv.addVocabulary(['x-trim', 'x-refusal', 'x-min-known', 'x-refused', 'components'])
    const { components } = document
    const schemas = [...objectsIn(document)].filter(
      ([at]) => at.endsWith('/schema') || /\/schemas\/\w+$/.test(at),
    )
    const different = new Map(schemas.map(([at, schema]) => [JSON.stringify(schema), { at, schema }]))
    expect(different.size).toBeGreaterThan(50)
    for (const { at, schema } of different.values()) {
      expect(() => ajv.compile({ ...schema, components }), at).not.toThrow()
    }
  })
})

describe('what it says of answers', () => {
  test('each endpoint has one way to succeed, and refuses with problems only', () => {
    for (const { operationId, parameters, responses } of operations) {
      const [successes, refusals] = [
        Object.entries(responses).filter(([status]) => status < '300'),
        Object.entries(responses).filter(([status]) => status >= '300'),
      ]
      // What would be created by a dry run is answered with 200.
      const canRehearse = parameters.some(({ name }) => name === 'dry_run')
      expect([operationId, successes.map(([status]) => status)]).toEqual([
        operationId,
        canRehearse ? ['200', '201'] : [expect.any(String)],
      ])
      for (const [status, { content, headers }] of refusals) {
        expect([operationId, Object.keys(content ?? {})]).toEqual([operationId, ['application/problem+json']])
        const examples = Object.values(content?.['application/problem+json']?.examples ?? {})
        const isTemporary = examples.some(({ value }) => 'retry_after' in (value as object))
        expect('Retry-After' in headers).toBe(isTemporary)
        expect('Retry-After' in headers).toBe(status === '429')
        expect('WWW-Authenticate' in headers).toBe(status === '401')
      }
      for (const { headers } of Object.values(responses))
        expect(Object.keys(headers)).toEqual(expect.arrayContaining(['X-Request-Id', 'Inboard-Version']))
    }
  })

  test('a session is asked for exactly where it is needed', () => {
    for (const { operationId, security, responses } of operations) {
      if (security.length > 0) expect([operationId, security[0]]).toEqual([operationId, { session: [] }])
      const isPasskeySignIn = operationId === 'finishPasskeySignIn'
      expect([operationId, '401' in responses]).toEqual([operationId, security.length > 0 || isPasskeySignIn])
    }
  })

  test('what is created has a Location, and what is deleted no content', () => {
    for (const { operationId, responses } of operations) {
      const type = operationId === 'events' ? 'text/event-stream' : 'application/json'
      if (responses[201]) expect(responses[201].headers).toHaveProperty('Location')
      if (responses[204]) expect(responses[204]).not.toHaveProperty('content')
      for (const status of [200, 201, 202]) {
        if (responses[status]) expect(Object.keys(responses[status].content ?? {})).toEqual([type])
      }
    }
  })
})

describe('for generators of clients', () => {
  /** Every schema in the document, nested ones included. */
  const schemas = () =>
    [...objectsIn(document)].filter(([at]) =>
      /\/(schema|schemas\/\w+|properties\/\w+|items|allOf\/\d)$/.test(at),
    ) as [string, Schema][]

  /** Arbitrary UTF-16 code units, with many lone surrogates among them. */
  const anyUnits = fc
    .array(fc.oneof(fc.nat(0xffff), fc.integer({ min: 0xd7ff, max: 0xe000 }), fc.constant(0)))
    .map((units) => String.fromCharCode(...units))

  /** The body of a request or an answer inside a batch: any JSON. */
  const canBeAnything = ['Operation', 'BatchResult'].map(
    (name) => `#/components/schemas/${name}/properties/body`,
  )

  test('every schema says its type', () => {
    const untyped = schemas().filter(([, { $ref, type, allOf }]) => !($ref ?? type ?? allOf))
    expect(untyped.map(([at]) => at).sort()).toEqual(canBeAnything.sort())
    for (const [at, one] of schemas()) {
      expect([at, one]).toEqual([at, expect.not.objectContaining({ anyOf: expect.anything() })])
      expect([at, one]).toEqual([at, expect.not.objectContaining({ not: expect.anything() })])
    }
  })

  test('nothing is closed: answers may gain members', () => {
    for (const [at, one] of objectsIn(document))
      expect([at, 'additionalProperties' in one]).toEqual([at, false])
  })

  test('every member, parameter and named schema has a description that is a sentence', () => {
    const described = [...objectsIn(document)].filter(
      ([at, { $ref }]) =>
        /\/(parameters\/\d+|components\/schemas\/\w+|headers\/[\w-]+)$|\/components\/.*\/properties\/\w+$/.test(
          at,
        ) && $ref === undefined,
    )
    expect(described.length).toBeGreaterThan(100)
    for (const [at, { description }] of described)
      expect([at, description]).toEqual([at, expect.stringMatching(/^[A-Z].+\.$/s)])
  })

  test('every pattern judges alike with and without the u flag', () => {
    const patterns = new Set(
      schemas().flatMap(([, { pattern }]) => (typeof pattern === 'string' ? [pattern] : [])),
    )
    expect(patterns.size).toBeGreaterThan(1)
    const text = fc.oneof(anyUnits, fc.string())
    for (const pattern of patterns) {
      const [plain, unicode] = [new RegExp(pattern), new RegExp(pattern, 'u')]
      fc.assert(
        fc.property(text, (one) => plain.test(one) === unicode.test(one)),
        { numRuns: 200 },
      )
    }
  })

  test('the pattern of text refuses NUL and lone surrogates, and nothing else', () => {
    const pattern = document.components.schemas.NewCard?.properties?.text?.pattern as string
    for (const flags of ['', 'u']) {
      const regExp = new RegExp(pattern, flags)
      fc.assert(
        fc.property(anyUnits, (text) => regExp.test(text) === (text.isWellFormed() && !text.includes('\0'))),
        { numRuns: 200 },
      )
      expect(regExp.test('Ernte 🍎👩‍👩‍👧‍👦 収穫')).toBe(true)
    }
  })
})

describe('its examples', () => {
  test('a problem is titled as its status is named', () => {
    for (const name of Object.keys(problems) as ProblemName[]) {
      const { status, title } = exampleOfProblem(name)
      expect([name, title]).toEqual([name, STATUS_CODES[status]])
    }
  })

  function strict() {
    const ajv = new Ajv2020({
      strict: false,
      formats: { 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/ },
    })
    ajv.addSchema(closed(document as object), 'document')
    return (at: string) =>
      ajv.compile({ $ref: `document${at.replaceAll('{', '%7B').replaceAll('}', '%7D')}` })
  }
  const medias = () => [...objectsIn(document)].filter(([at]) => /\/content\/[^/]+$/.test(at))

  test('there is one for every body and every answer that has one, and for every code', () => {
    expect(medias().length).toBeGreaterThan(200)
    for (const [at, { example, examples, schema }] of medias()) {
      if (!at.endsWith('problem+json')) {
        expect([at, example]).toEqual([at, expect.any(at.endsWith('application~1json') ? Object : String)])
        continue
      }
      const { allOf } = schema as { allOf: [object, Schema] }
      const codes = allOf[1].properties?.code?.enum as string[]
      expect([at, Object.keys(examples as object)]).toEqual([at, codes])
      for (const code of codes)
        expect((examples as Record<string, object>)[code]).toMatchObject({ value: { code } })
    }
  })

  test('each is valid by its own schema, and has no member that is not declared', () => {
    const ajv = strict()
    for (const [at, { example, examples = {} }] of medias()) {
      const valid = ajv(`${at}/schema`)
      const all = [...Object.values(examples as Record<string, { value: unknown }>).map(({ value }) => value)]
      for (const one of example === undefined ? all : [example])
        expect([at, valid(one), valid.errors]).toEqual([at, true, null])
    }
  })
})

test('the example of an event has as its data what the changes are', () => {
  const { content } = document.paths['/api/events']?.get?.responses[200] ?? {}
  const [, id, data = ''] =
    /^event: changes\nid: (\d+)\ndata: (.*)\n\n$/.exec(String(content?.['text/event-stream']?.example)) ?? []
  const changes = document.paths['/api/changes']?.get?.responses[200]?.content?.['application/json']?.example
  expect(JSON.parse(data)).toEqual(changes)
  expect(JSON.parse(data).seq).toBe(Number(id))
})

describe('what it says of bodies', () => {
  /** Every schema in another, by its path, with references followed. */
  function* schemasIn(schema: Schema, at: string): Generator<[at: string, schema: Record<string, unknown>]> {
    const { $ref, ...own } = schema as Record<string, unknown>
    const found = typeof $ref === 'string' ? (resolve($ref) as Record<string, unknown>) : own
    yield [at, found]
    for (const [name, member] of Object.entries((found.properties ?? {}) as Record<string, Schema>))
      yield* schemasIn(member, `${at}.${name}`)
    if (found.items) yield* schemasIn(found.items as Schema, `${at}[]`)
  }

  test('every list and every text in one has a bound', () => {
    const bodies = operations.flatMap(({ operationId, requestBody }) =>
      requestBody ? [...schemasIn(Object.values(requestBody.content)[0]?.schema ?? {}, operationId)] : [],
    )
    const isText = ({ type }: Record<string, unknown>) => [type].flat().includes('string')
    const texts = bodies.filter(([, schema]) => isText(schema) && !('const' in schema) && !('enum' in schema))
    const lists = bodies.filter(([, { type }]) => type === 'array')
    expect([texts.length > 20, lists.length]).toEqual([true, 11])
    expect(texts.filter(([, { maxLength }]) => typeof maxLength !== 'number')).toEqual([])
    expect(lists.filter(([, { maxItems }]) => typeof maxItems !== 'number')).toEqual([])
  })

  test('there is one exactly where the service reads one', () => {
    const described = operations
      .filter(({ requestBody }) => requestBody)
      .map(({ operationId }) => operationId)
    expect(described.sort()).toEqual(Object.keys(wellFormed).sort())
  })
})
