import { STATUS_CODES } from 'node:http'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import type { Schema } from '../../../src/contract/openapi/document.ts'
import { exampleOfProblem } from '../../../src/contract/openapi/examples.ts'
import { type ProblemName, problems } from '../../../src/contract/problem.ts'
import { closed, referringTo } from '../../support/service/closed.ts'
import { document, operations, resolve } from './document.ts'

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
    ajv.addSchema({ components: closed(document.components) }, 'document')
    // Many are alike: each different one is compiled once.
    const compiled = new Map<string, ValidateFunction>()
    return (schema: object): ValidateFunction => {
      const text = JSON.stringify(schema)
      const valid = compiled.get(text) ?? ajv.compile(referringTo(closed(schema)))
      compiled.set(text, valid)
      return valid
    }
  }
  const medias = operations.flatMap(({ operationId, requestBody, responses }) =>
    Object.entries({ body: requestBody, ...responses }).flatMap(([of, described]) =>
      Object.entries(described?.content ?? {}).map(
        ([type, media]) => [`${operationId} ${of} ${type}`, media] as const,
      ),
    ),
  )

  test('there is one for every body and every answer that has one, and for every code', () => {
    expect(medias.length).toBeGreaterThan(200)
    for (const [at, { example, examples, schema }] of medias) {
      if (!at.endsWith('problem+json')) {
        expect([at, example]).toEqual([at, expect.any(at.endsWith('application/json') ? Object : String)])
        continue
      }
      const { allOf } = resolve(schema.$ref ?? '') as { allOf: [object, Schema] }
      const codes = allOf[1].properties?.code?.enum as string[]
      expect([at, Object.keys(examples ?? {})]).toEqual([at, codes])
      for (const code of codes) expect(examples?.[code]).toMatchObject({ value: { code } })
    }
  })

  test('each is valid by its own schema, and has no member that is not declared', () => {
    const ajv = strict()
    for (const [at, { example, examples = {}, schema }] of medias) {
      const valid = ajv(schema)
      const all = Object.values(examples).map(({ value }) => value)
      for (const one of example === undefined ? all : [example])
        expect([at, valid(one), valid.errors]).toEqual([at, true, null])
    }
  })
})

test('the example of an event has as its data what the changes are', () => {
  const contentOf = (name: string) =>
    operations.find(({ operationId }) => operationId === name)?.responses[200]?.content
  const [, id, data = ''] =
    /^event: changes\nid: (\d+)\ndata: (.*)\n\n$/.exec(
      String(contentOf('events')?.['text/event-stream']?.example),
    ) ?? []
  const changes = contentOf('changes')?.['application/json']?.example
  expect(JSON.parse(data)).toEqual(changes)
  expect(JSON.parse(data).seq).toBe(Number(id))
})
