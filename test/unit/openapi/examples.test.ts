import { STATUS_CODES } from 'node:http'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { exampleOfProblem } from '../../../src/contract/openapi/examples.ts'
import type { Schema } from '../../../src/contract/openapi/openapi.ts'
import { type ProblemName, problems } from '../../../src/contract/problem.ts'
import { closed } from '../../support/service/closed.ts'
import { document, objectsIn, referringTo } from './document.ts'

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
    for (const [at, { example, examples = {}, schema }] of medias()) {
      const valid = ajv(schema as object)
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
