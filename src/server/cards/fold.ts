/** What is left of a text if case, accents and variants of the same letter do not matter. */
export const fold = (text: string) =>
  isAscii(text)
    ? text.toLowerCase()
    : // A sigma has two lower-case forms, by its place in the word.
      text
        .normalize('NFKD')
        .replace(/\p{M}+/gu, '')
        .toLowerCase()
        .replaceAll('ς', 'σ')

const isAscii = (text: string) => /^[\0-\x7f]*$/.test(text)
