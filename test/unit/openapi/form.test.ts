import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { referringTo } from '../../support/service/closed.ts'
import { document, objectsIn, operations, resolve } from './document.ts'

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

  test('every scheme is declared and asked for somewhere', () => {
    const asked = operations.flatMap(({ security }) => security.flatMap((one) => Object.keys(one)))
    expect([...new Set(asked)].sort()).toEqual(Object.keys(document.components.securitySchemes).sort())
    for (const scheme of Object.values(document.components.securitySchemes))
      expect(scheme).toMatchObject({ type: 'http', scheme: 'bearer' })
  })

  // As bytes on the wire: what several operations have in common is there once.
  test('is small', () => {
    expect(JSON.stringify(document).length).toBeLessThan(200_000)
  })

  test('the parameters of a path are the ones in its braces', () => {
    for (const { path, parameters } of operations) {
      const inBraces = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const inPath = parameters.filter((parameter) => parameter.in === 'path')
      expect(inPath.map(({ name }) => name)).toEqual(inBraces)
      for (const parameter of inPath) expect(parameter.required).toBe(true)
    }
  })

  test('every reference leads somewhere, and every component is referred to', () => {
    const references = [...objectsIn(document)].flatMap(([, { $ref }]) =>
      typeof $ref === 'string' ? [$ref] : [],
    )
    expect(references.length).toBeGreaterThan(50)
    for (const reference of references)
      expect([reference, resolve(reference)]).toEqual([reference, expect.any(Object)])
    const { securitySchemes: _, ...components } = document.components
    const named = Object.entries(components).flatMap(([kind, those]) =>
      Object.keys(those).map((name) => `#/components/${kind}/${name}`),
    )
    expect([...new Set(references)].sort()).toEqual(named.sort())
  })

  test('its schemas are JSON Schema 2020-12, with no keyword of our own but such as begin with x-', () => {
    const ajv = new Ajv2020({
      strict: true,
      allowUnionTypes: true,
      formats: { 'date-time': true },
    })
    ajv.addVocabulary(['x-trim', 'x-refusal', 'x-min-known', 'x-refused', 'components'])
    ajv.addSchema({ components: document.components }, 'document')
    const schemas = [...objectsIn(document)].filter(
      ([at]) => at.endsWith('/schema') || /\/schemas\/\w+$/.test(at),
    )
    const different = new Map(schemas.map(([at, schema]) => [JSON.stringify(schema), { at, schema }]))
    expect(different.size).toBeGreaterThan(50)
    for (const { at, schema } of different.values()) {
      expect(() => ajv.compile(referringTo(schema)), at).not.toThrow()
    }
  })
})
