import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitLinks, urlOf } from '../../../src/board/text/links.ts'
import { timesAsLong } from '../../support/machine/times-as-long.ts'
import { anyString } from '../../support/models/any-string.ts'

const linksIn = (text: string) => splitLinks(text).flatMap(({ text: link, isLink }) => (isLink ? [link] : []))

const pieces = fc.constantFrom(
  ...[
    'https://a.example',
    'HTTP://b.example/c',
    'mailto:a@b.example',
    'www.c.example',
    'd@e.example',
    'www.',
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
  anyString(),
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
            const { protocol, username, password } = new URL(urlOf(link))
            expect(['http:', 'https:', 'mailto:']).toContain(protocol)
            expect(urlOf(link).toLowerCase().startsWith(protocol)).toBe(true)
            expect(urlOf(link).endsWith(link)).toBe(true)
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
      'www.',
      'www.a.b ',
      'a@',
      'a@b.',
      'a@b.c ',
      'a.',
      'é',
    ])('the time grows with its length, not faster: %j', async (piece) => {
      // Behind the opening of a link, so that all of it may belong to it.
      const ofLength = (length: number) => `http://a(${piece.repeat(length / piece.length)}`
      const [long, short] = [ofLength(64_000), ofLength(4000)]
      const often = () => {
        for (let time = 0; time < 16; time++) splitLinks(short)
      }
      // As much text in both. If the time grew with the square of the length, the first would take 16 times as long.
      expect(await timesAsLong(() => splitLinks(long), often, 8)).toBeLessThan(8)
    })
  })
}
