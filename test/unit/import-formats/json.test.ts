import { describe, expect, test } from 'vitest'
import { importing, refusalOf } from './importing.ts'

describe('JSON', () => {
  test.for([
    ['{}', ': must be an export of Inboard, or the JSON of a Trello board'],
    ['[]', ': must be an object'],
    ['{"lists":[]}', ': must be an export of Inboard, or the JSON of a Trello board'],
    ['{"a":\n  1,}', 'malformed_json The body is not valid JSON: see line 2, column 5.'],
    ['{"__proto__":{"format":"inboard"}}', 'malformed_json The body must be one JSON value in valid UTF-8.'],
    [
      '{"format":"inboard","version":1,"projects":[],"inbox":[{"__proto__":{"text":"a"}}]}',
      'malformed_json The body must be one JSON value in valid UTF-8.',
    ],
    [
      `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      'too_complex This file is too complex: it has too many values, or too deeply nested ones. Import it in parts.',
    ],
    [
      `[${'1,'.repeat(3_100_000)}1]`,
      'too_complex This file is too complex: it has too many values, or too deeply nested ones. Import it in parts.',
    ],
  ])('%# that is no file of anybody says so', ([content = '', refusal]) => {
    expect(refusalOf('application/json', content)).toBe(refusal)
  })

  test('that is not in UTF-8 says so', () => {
    expect(refusalOf('application/json', Buffer.from('{"format":"caf\u00e9"}', 'latin1'))).toBe(
      'malformed_json The body must be one JSON value in valid UTF-8.',
    )
  })

  test('with members named like parts of every object is what it is', () => {
    const text =
      '{"format":"inboard","version":1,"projects":[],"inbox":[{"text":"a","constructor":1,"toString":2}],"hasOwnProperty":0}'
    expect(importing('application/json', text).inbox).toEqual(['a'])
    expect(
      refusalOf(
        'application/json',
        '{"format":"inboard","version":1,"projects":[{"statuses":[]}],"inbox":[]}',
      ),
    ).toBe('projects.0.title: is required')
  })
})
