import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold, wordsIn } from '../../../src/board/text/fold.ts'
import { lineOfNotes, piecesOf } from '../../../src/web/model/matching.ts'

/** Letters that fold to several, to others and to none. */
const text = fc.string({
  unit: fc.constantFrom(...'abseioßẞŁøĐǽœıİéﬃ½①ｶﾞ각 \n\u0301\u0323\u0345🪴', 'e\u0301', 's\u0323\u0301', '❤️'),
  maxLength: 40,
})
const marked = (of: string, words: string) =>
  piecesOf(of, wordsIn(words))
    .map((piece) => (piece.isHit ? `[${piece.text}]` : piece.text))
    .join('')

describe('why a text was found', () => {
  test.for([
    ['Water the plants', 'plant WATER', '[Water] the [plant]s'],
    ['Straße', 'strasse', '[Straße]'],
    ['Straße', 'as', 'Str[aß]e'],
    ['Straße', 'se', 'Stra[ße]'],
    ['Cafe\u0301 au lait', 'cafe', '[Cafe\u0301] au lait'],
    ['Cafe\u0301 au lait', 'é', 'Caf[e\u0301] au lait'],
    ['oﬃce', 'fi', 'o[ﬃ]ce'],
    ['Œuvre', 'o', '[Œ]uvre'],
    ['Łódź, lodz', 'lodz', '[Łódź], [lodz]'],
    ['🪴 İlk 🪴', 'ilk', '🪴 [İlk] 🪴'],
    ['banana', 'ana nan', 'b[anan]a'],
    ['aaaa', 'aa', '[aaaa]'],
    ['Weed', 'sow', 'Weed'],
    ['Weed', '', 'Weed'],
    ['\u0301a', 'a', '\u0301[a]'],
  ] as const)('%s, by %s: %s', ([of, words, expected]) => {
    expect(marked(of, words)).toBe(expected)
  })

  test('is all of the text, in pieces; a piece that is marked has a word, whole, and no word is left unmarked', () => {
    fc.assert(
      fc.property(text, text, (of, typed) => {
        const words = wordsIn(typed)
        const pieces = piecesOf(of, words)
        expect(pieces.map((piece) => piece.text).join('')).toBe(of)
        for (const piece of pieces) {
          expect(piece.text).not.toBe('')
          const plain = fold(piece.text)
          if (piece.isHit) expect(words.some((word) => plain.includes(word))).toBe(true)
          else expect(words.every((word) => !plain.includes(word))).toBe(true)
          // No accent is left without its letter.
          if (piece !== pieces[0]) expect(piece.text).not.toMatch(/^\p{M}/u)
        }
        for (const [at, piece] of pieces.entries()) expect(piece.isHit).not.toBe(pieces[at + 1]?.isHit)
        expect(pieces.some(({ isHit }) => isHit)).toBe(words.some((word) => fold(of).includes(word)))
      }),
      { numRuns: 2000 },
    )
  })

  test('is a line of the notes, if the title lacks a word', () => {
    const card = 'Call the plumber\nAbout the drain\n  The number: 555 Straße 3\nand the drain again'
    expect(lineOfNotes(card, wordsIn('plumber call'))).toBeUndefined()
    expect(lineOfNotes(card, wordsIn('plumber drain'))).toBe('About the drain')
    expect(lineOfNotes(card, wordsIn('STRASSE'))).toBe('The number: 555 Straße 3')
    expect(lineOfNotes(card, wordsIn('garden'))).toBeUndefined()
    expect(lineOfNotes('Plumber', wordsIn('garden'))).toBeUndefined()
  })

  test('is the part of a long line that has the word', () => {
    fc.assert(
      fc.property(
        fc.nat(300),
        fc.nat(300),
        fc.constantFrom('word ', '🪴', 'e\u0301 '),
        (front, back, filler) => {
          const line =
            lineOfNotes(`Title\n${filler.repeat(front)}needle${filler.repeat(back)}`, ['needle']) ?? ''
          expect(line).toContain('needle')
          expect(line.length).toBeLessThan(260)
          expect(line.isWellFormed()).toBe(true)
        },
      ),
    )
  })
})
