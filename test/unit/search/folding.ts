import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold } from '../../../src/board/text/fold.ts'

/** Up to the last character, or up to the one that Unicode calls U+1FFFF: almost all that change lie before it. */
export function testFolding(lastCodePoint: number): void {
  describe('folding', () => {
    test.for([
      ['Crème BRÛLÉE', 'creme brulee'],
      ['cafe\u0301', 'cafe'],
      ['ﬁnd the ﬀ', 'find the ff'],
      ['ΟΔΟΣ Οδός', 'οδοσ οδοσ'],
      ['İstanbul', 'istanbul'],
      ['ｆｕｌｌ　ｗｉｄｔｈ', 'full width'],
      ['Ångström Å', 'angstrom a'],
      ['①②½', '121⁄2'],
      ['Straße STRASSE ẞ', 'strasse strasse ss'],
      ['Łódź Smørrebrød', 'lodz smorrebrod'],
      ['Æsop, œuvre, Ǽ', 'aesop, oeuvre, ae'],
      ['ılık Iğdır', 'ilik igdir'],
      ['ガーデン', 'カーテン'],
      ['Đà Nẵng', 'da nang'],
      ['❤️ 🪴', '❤ 🪴'],
    ] as const)('%s: %s', ([text, folded]) => {
      expect(fold(text)).toBe(folded)
    })

    test('folding a folded text changes nothing, character by character', () => {
      const unstable: string[] = []
      for (let code = 0; code <= lastCodePoint; code++) {
        const folded = fold(String.fromCodePoint(code))
        if (fold(folded) !== folded) unstable.push(code.toString(16))
      }
      expect(unstable).toEqual([])
    })

    test('marks can be removed before a text is normalised, whatever it contains', () => {
      const marked = fc.string({
        unit: fc.constantFrom(...'aéếΣςßẞŁøĐǽœıİ½ﬁｶﾞ각　\u0301\u0323\u0345\u3099\u0f73\ufdfa'),
      })
      const slowly = (text: string) =>
        text
          .normalize('NFKD')
          .replace(/\p{M}+/gu, '')
          .toLowerCase()
          .replaceAll('ς', 'σ')
          .replaceAll('ß', 'ss')
          .replaceAll('ł', 'l')
          .replaceAll('ø', 'o')
          .replaceAll('đ', 'd')
          .replaceAll('æ', 'ae')
          .replaceAll('œ', 'oe')
          .replaceAll('ı', 'i')
      fc.assert(fc.property(marked, (text) => fold(text) === slowly(text)))
      for (let code = 0; code <= lastCodePoint; code++) {
        const character = `a${String.fromCodePoint(code)}\u0301`
        if (fold(character) !== slowly(character)) expect.fail(code.toString(16))
      }
    })

    test('a text is folded as its characters are', () => {
      fc.assert(
        fc.property(fc.string({ unit: 'binary' }), (text) => fold(text) === Array.from(text, fold).join('')),
      )
    })

    test('ASCII is folded as any other text is', () => {
      fc.assert(
        fc.property(fc.string({ unit: 'binary-ascii' }), (text) => `${fold(text)}e` === fold(`${text}é`)),
      )
    })
  })
}
