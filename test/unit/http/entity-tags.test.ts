import { describe, expect, test } from 'vitest'
import { namesTag } from '../../../src/server/common/entity-tags.ts'

describe('a header names a tag', () => {
  test.each([
    ['*', '41'],
    [' * ', '41'],
    ['"41"', '41'],
    ['W/"41"', '41'],
    ['41', '41'],
    ['"1", W/"41"', '41'],
    ['"1","41","2"', '41'],
    ['"41-gzip"', '41'],
    ['W/"41;br"', '41'],
    ['"abc-br"', 'abc-br'],
    ['"abc-br-gzip"', 'abc-br'],
    ['"41-0.10.1-gzip"', '41-0.10.1'],
  ])('%s: %s', (header, tag) => {
    expect(namesTag(header, tag)).toBe(true)
  })

  test.each([
    ['', '41'],
    ['""', '41'],
    ['"*"', '41'],
    ['"41', '41'],
    ['41"', '41'],
    ['"141"', '41'],
    ['"411"', '41'],
    ['"41-"', '41'],
    ['"41-2"', '41'],
    ['"gzip"', '41'],
    ['"x, 41"', '41'],
    ['"41-0.10.2"', '41-0.10.1'],
    ['"41-0.10.1-beta"', '41-0.10.1'],
    // Another representation: it was read by a client that can decode something else.
    ['"abc"', 'abc-br'],
    ['"abc-gzip"', 'abc-br'],
  ])('but not %s: %s', (header, tag) => {
    expect(namesTag(header, tag)).toBe(false)
  })
})
