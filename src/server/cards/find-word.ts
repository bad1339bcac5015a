/** Where a word begins in a text; -1 if it does not. */
export type FindWord = (text: string) => number

/** In characters. `indexOf` compares a long word at every place of a text that repeats itself. */
const longest = 32

export const findWord = (word: string): FindWord =>
  word.length <= longest ? (text) => text.indexOf(word) : knuthMorrisPratt(word)

/** Looks at no character of the text twice. */
function knuthMorrisPratt(word: string): FindWord {
  const next = (matched: number, code: number) => {
    let length = matched
    while (length > 0 && word.charCodeAt(length) !== code) length = borders[length - 1] as number
    return word.charCodeAt(length) === code ? length + 1 : 0
  }
  /** How long the longest beginning of the word is that also ends there, but for all of it. */
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
