import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitText } from '../../../src/server/transfer/arrange.ts'
import { timesAsLong } from '../../support/machine/times-as-long.ts'

const points = (text: string) => Array.from(text).length
const bare = (text: string) => text.replaceAll(/\s/g, '')

export function testSplitText(runs: number): void {
  test('a text is split into parts that fit, and only white space is lost', () => {
    const word = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.string({ unit: 'grapheme', minLength: 1500, maxLength: 5000 }),
      fc.constantFrom('. ', '\n', '\n\n', ' ', '。', '\t', '👩‍👩‍👧‍👦'.repeat(300)),
    )
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 40 }), (words) => {
        const text = words.join('')
        const parts = splitText(text)
        expect(bare(parts.join(''))).toBe(bare(text))
        for (const part of parts) {
          expect(points(part)).toBeLessThanOrEqual(2000)
          expect(part).toBe(part.trim())
          if (parts.length > 1) expect(part).not.toBe('')
        }
      }),
      { numRuns: runs },
    )
  })

  describe('it is cut', () => {
    const filling = (length: number) => 'x'.repeat(length)

    test('not at all if it fits', () => {
      expect(splitText(` ${filling(2000)} `)).toEqual([filling(2000)])
      expect(splitText('🪴'.repeat(2000))).toEqual(['🪴'.repeat(2000)])
    })

    test.for([
      ['a paragraph', `${filling(1200)}\n\n${filling(300)}\n${filling(100)}. ${filling(900)}`, 1200],
      ['a line', `${filling(1200)}\n${filling(300)}. ${filling(900)}`, 1200],
      ['a sentence', `${filling(1200)}. ${filling(300)} ${filling(900)}`, 1201],
      ['a sentence in Japanese', `${'字'.repeat(1200)}。${'字'.repeat(1500)}`, 1201],
      ['a word', `${filling(1200)} ${filling(900)}`, 1200],
      ['the last character that fits', filling(4500), 2000],
      ['the last character that fits, if a word ends too early', `${filling(100)} ${filling(4500)}`, 2000],
    ] as const)('at the end of %s', ([, text, length]) => {
      expect(points(splitText(text)[0] ?? '')).toBe(length)
    })

    test('in time proportional to its length', async () => {
      const [long, short] = [filling(400_000), filling(12_500)]
      const often = () => {
        for (let time = 0; time < 32; time++) splitText(short)
      }
      // As much text in both. Quadratic, the first would take 32 times as long.
      expect(await timesAsLong(() => splitText(long), often, 8)).toBeLessThan(8)
    })
  })
}
