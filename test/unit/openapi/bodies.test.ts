import { describe, expect, test } from 'vitest'
import type { Schema } from '../../../src/contract/openapi/document.ts'
import { wellFormed } from '../../support/service/well-formed.ts'
import { operations, resolve } from './document.ts'

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
