/**
 * What is left of a text if case, accents and variants of the same letter do not matter. Accents are removed first as well:
 * ICU takes quadratic time to put a long run of them in order, only for us to remove them.
 */
export const fold = (text: string) =>
  isAscii(text)
    ? text.toLowerCase()
    : // A sigma has two lower-case forms, by its place in the word.
      withoutMarks(withoutMarks(text).normalize('NFKD')).toLowerCase().replaceAll('ς', 'σ')

const withoutMarks = (text: string) => text.replaceAll(/\p{M}+/gu, '')

const isAscii = (text: string) => /^[\0-\x7f]*$/.test(text)
