import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { line, text } from '../../../src/server/calendar/calendar.ts'
import { anyString } from '../../support/models/any-string.ts'

const bytesOf = (part: string) => Buffer.byteLength(part)

describe('a line', () => {
  test('of 75 octets stays whole, and one of 76 continues on the next', () => {
    expect(line('x'.repeat(75))).toBe(`${'x'.repeat(75)}\r\n`)
    expect(line('x'.repeat(76))).toBe(`${'x'.repeat(75)}\r\n x\r\n`)
    expect(line('x'.repeat(75 + 74 + 1))).toBe(`${'x'.repeat(75)}\r\n ${'x'.repeat(74)}\r\n x\r\n`)
  })

  test('is never folded within a character', () => {
    for (const character of ['é', '한', '🪴'])
      for (let before = 60; before <= 76; before++) {
        const folded = line('x'.repeat(before) + character.repeat(40))
        for (const part of folded.split('\r\n')) {
          expect(bytesOf(part)).toBeLessThanOrEqual(75)
          expect(part.isWellFormed()).toBe(true)
        }
      }
  })

  test('of any text is short when folded and the same when unfolded', () => {
    const ofSeveral = fc.array(anyString(), { maxLength: 30 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(ofSeveral, (any) => {
        const value = text(any)
        const folded = line(value)
        expect(folded.endsWith('\r\n')).toBe(true)
        const parts = folded.slice(0, -2).split('\r\n')
        expect(parts.every((part) => bytesOf(part) <= 75 && part.isWellFormed())).toBe(true)
        expect(parts.map((part, index) => (index === 0 ? part : part.slice(1))).join('')).toBe(value)
      }),
    )
  })
})

describe('a text', () => {
  test('has what separates values escaped', () => {
    expect(text('a, b; C:\\new\nd')).toBe('a\\, b\\; C:\\\\new\\nd')
  })

  test('has no control character but tabs, and no line break of any kind', () => {
    const all = Array.from({ length: 0xa0 }, (_, code) => String.fromCodePoint(code)).join('')
    expect(text(all).match(/\p{Cc}/gu)).toEqual(['\t'])
    expect(text('a\r\nb\u2028c\u2029d\u0085e')).toBe('a\\nb\\nc\\nde')
  })
})
