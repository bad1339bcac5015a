/** The index of a word in a text, or -1. */
type FindWord = (text: string) => number

/** In characters. With longer words, `indexOf` is slow on repetitive texts. */
const longest = 32

export const findWord = (word: string): FindWord =>
  word.length <= longest ? (text) => text.indexOf(word) : knuthMorrisPratt(word)

/** Reads each character of the text once. */
function knuthMorrisPratt(word: string): FindWord {
  const next = (matched: number, code: number) => {
    let length = matched
    while (length > 0 && word.charCodeAt(length) !== code) length = borders[length - 1] as number
    return word.charCodeAt(length) === code ? length + 1 : 0
  }
  /** For each position, the length of the word's longest proper prefix that is also a suffix there. */
  const borders = new Uint32Array(word.length)
  for (let at = 1; at < word.length; at++) borders[at] = next(borders[at - 1] as number, word.charCodeAt(at))
  return (text) => {
    let matched = 0
    for (let at = 0; at < text.length; at++) {
      matched = next(matched, text.charCodeAt(at))
      if (matched === word.length) return at + 1 - matched
    }
    return -1
  }
}
