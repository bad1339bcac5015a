/**
 * Removes case, accents and variants of the same letter. Accents are removed before the normalisation as
 * well, because ICU takes quadratic time to sort a long run of them.
 */
export const fold = (text: string) =>
  isAscii(text)
    ? text.toLowerCase()
    : withoutMarks(withoutMarks(text).normalize('NFKD'))
        .toLowerCase()
        .replaceAll(/[ςßłøđæœı]/g, (letter) => plain[letter] ?? letter)

/** What Unicode doesn't decompose. A sigma has two lower-case forms, depending on its place in the word. */
const plain: Readonly<Record<string, string>> = {
  ς: 'σ',
  ß: 'ss',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
}

const withoutMarks = (text: string) => text.replaceAll(/\p{M}+/gu, '')

const isAscii = (text: string) => /^[\0-\x7f]*$/.test(text)

/** The words that a search is for, folded. */
export const wordsIn = (text: string): string[] => [...new Set(fold(text).split(/\s+/))].filter(Boolean)
