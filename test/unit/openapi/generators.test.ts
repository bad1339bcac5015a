import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Schema } from '../../../src/contract/openapi/document.ts'
import { document, objectsIn } from './document.ts'

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
    const unclear = schemas().filter(([, one]) => 'anyOf' in one || 'not' in one)
    expect(unclear.map(([at]) => at)).toEqual([])
  })

  test('nothing is closed: answers may gain members', () => {
    const closed = [...objectsIn(document)].filter(([, one]) => 'additionalProperties' in one)
    expect(closed.map(([at]) => at)).toEqual([])
  })

  test('every member, parameter and named schema has a description that is a sentence', () => {
    const described = [...objectsIn(document)].filter(
      ([at, { $ref }]) =>
        /\/(parameters\/[\w-]+|components\/schemas\/\w+|headers\/[\w-]+)$|\/components\/schemas\/.*\/properties\/\w+$/.test(
          at,
        ) &&
        $ref === undefined &&
        // A part of `allOf` narrows members that are described elsewhere.
        !at.includes('/allOf/'),
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
