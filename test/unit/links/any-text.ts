import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitLinks } from '../../../src/web/board/links.ts'

const linksIn = (text: string) => splitLinks(text).flatMap(({ text: link, isLink }) => (isLink ? [link] : []))

const pieces = fc.constantFrom(
  ...[
    'https://a.example',
    'HTTP://b.example/c',
    'mailto:a@b.example',
    'http://',
    'mailto:',
    'javascript:',
    'a',
  ],
  ...[
    '@',
    ':',
    '/',
    '?',
    '#',
    '%',
    '.',
    ',',
    '-',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '<',
    '>',
    '"',
    "'",
    '’',
    '“',
  ],
  ...['\\', '|', ' ', '\n', '\t', '\0', '\u200b', '\u200d', '\u202e', '\u00ad', '\ufe0f', '\ufeff', '\ud83d'],
  ...['👩', '👩‍💻', '🏽', 'é', '中', '。', 'א'],
)
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(pieces, { maxLength: 40 }).map((some) => some.join('')),
)

export function testAnyText(runs: number): void {
  describe('whatever the text', () => {
    test('the parts in a row are the text, and no two pieces of plain text meet', () => {
      fc.assert(
        fc.property(anyText, (text) => {
          const parts = splitLinks(text)
          expect(parts.map((part) => part.text).join('')).toBe(text)
          expect(parts.every((part) => part.text !== '')).toBe(true)
          expect(parts.some((part, index) => !part.isLink && parts[index + 1]?.isLink === false)).toBe(false)
        }),
        { numRuns: runs },
      )
    })

    test('a link goes over http, https or to an address, and where it says', () => {
      fc.assert(
        fc.property(anyText, (text) => {
          for (const link of linksIn(text)) {
            const { protocol, username, password } = new URL(link)
            expect(['http:', 'https:', 'mailto:']).toContain(protocol)
            expect(link.toLowerCase().startsWith(protocol)).toBe(true)
            expect(username + password).toBe('')
            expect(link).toMatch(/^[^\s\p{Cc}\p{Bidi_Control}\u200b\ufeff<>"\\]+$/u)
          }
        }),
        { numRuns: runs },
      )
    })

    test('there are links in it to look at', () => {
      const some = fc.sample(anyText, { numRuns: 2000, seed: 1 }).flatMap(linksIn)
      expect(some.length).toBeGreaterThan(100)
    })

    /** The quickest of some runs, in milliseconds. */
    const timeOf = (text: string) => {
      const times = Array.from({ length: 15 }, () => {
        const start = performance.now()
        splitLinks(text)
        return performance.now() - start
      })
      return Math.min(...times)
    }

    test.each([
      'http://(',
      'http://a(',
      'http://a([{',
      'http://%',
      'http://a.',
      'http://a\u200b',
      'mailto:',
      'http',
      '(',
      '.',
      "'",
      '👩\u200d',
      '\u200b',
      '©',
    ])('the time grows with its length, not faster: %j', (piece) => {
      // Behind the opening of a link, so that all of it may belong to it.
      const ofLength = (length: number) => `http://a(${piece.repeat(length / piece.length)}`
      timeOf(ofLength(2000))
      // 16 times the length should take 16 times as long; if the time grew with the square, it would be 256 times.
      expect(timeOf(ofLength(64_000)) / timeOf(ofLength(4000))).toBeLessThan(128)
    })
  })
}
