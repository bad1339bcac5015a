import { describe, expect, test } from 'vitest'
import { isMend } from '../../sabotage/mending.ts'

const code = { path: 'src/server/bin/bin.ts', isNew: false, lines: 10 }
const tests = { path: 'test/api/bin.test.ts', isNew: false, lines: 10 }

const commit = (subject: string, body = '', files = [code, tests]) => ({
  id: 'abc1234',
  subject,
  body,
  files,
})

describe('a commit has mended a bug if', () => {
  test('its subject says what does not happen any more, and a test came with it', () => {
    const subject = 'bin: what has expired cannot be purged any more'
    expect(isMend(commit(subject))).toBe(true)
    expect(isMend(commit(subject, '', [code]))).toBe(false)
  })

  test('its body tells what went wrong', () => {
    const subject = 'web: several chosen cards move in the order of the board'
    expect(isMend(commit(subject, 'They came in the order in which columns had become known.', [code]))).toBe(
      true,
    )
    expect(isMend(commit(subject, 'So that people find them.', [code]))).toBe(false)
  })
})

describe('a commit has mended none if', () => {
  const subject = 'bin: nothing is lost any more'

  test('it is not about the product', () => {
    for (const area of ['docs', 'test', 'tests', 'bench', 'release', 'faults'])
      expect(isMend(commit(`${area}: nothing is lost any more`))).toBe(false)
  })

  test('it changes no code', () => {
    expect(isMend(commit(subject, '', [tests]))).toBe(false)
    expect(isMend(commit(subject, '', [tests, { ...code, path: 'src/web/styles/board.css' }]))).toBe(false)
  })

  test('it brings something new, or much', () => {
    expect(isMend(commit(subject, '', [tests, { ...code, isNew: true }]))).toBe(false)
    expect(isMend(commit(subject, '', [tests, { ...code, lines: 500 }]))).toBe(false)
  })

  test('it is about speed, or about what only a cluster shows', () => {
    expect(isMend(commit(subject, 'It took 40 ms, which was too long.'))).toBe(false)
    expect(isMend(commit(subject, 'Every shard was asked.'))).toBe(false)
  })
})
