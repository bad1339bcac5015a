import { fold } from '../../board/text/fold.ts'
import { plainNotes } from './wording.ts'

/** A part of a text, and whether it is one of the words that were searched for. */
export interface Piece {
  text: string
  isHit: boolean
}

const folded = new WeakMap<object, string>()

/** The text of a card, folded for searching: once, because there may be many cards and a search for each key. */
export function foldedText(card: { text: string }): string {
  const known = folded.get(card)
  if (known !== undefined) return known
  const made = fold(card.text)
  folded.set(card, made)
  return made
}

export const hasWords = (text: string, words: readonly string[]) => words.every((word) => text.includes(word))

/** Splits a text where the words, which are folded, begin and end in it. */
export function piecesOf(text: string, words: readonly string[]): Piece[] {
  if (words.length === 0) return text ? [{ text, isHit: false }] : []
  const pieces: Piece[] = []
  let isHit = false
  let from = 0
  const cut = (to: number) => {
    if (to > from) pieces.push({ text: text.slice(from, to), isHit })
    from = to
  }
  for (const { start, isMarked } of markedCharacters(text, words)) {
    if (isMarked === isHit) continue
    cut(start)
    isHit = isMarked
  }
  cut(text.length)
  return pieces
}

interface Character {
  start: number
  isMarked: boolean
}

/** One character can fold to several letters (ß), or to none: an accent belongs to the letter before it. */
function markedCharacters(text: string, words: readonly string[]): Character[] {
  const characters: Character[] = []
  /** The character that each letter of the folded text comes from. */
  const origins: Character[] = []
  let plain = ''
  let start = 0
  for (const one of text) {
    const letters = fold(one)
    if (letters !== '' || characters.length === 0) characters.push({ start, isMarked: false })
    const character = characters.at(-1)
    for (let at = 0; character && at < letters.length; at++) origins.push(character)
    plain += letters
    start += one.length
  }
  for (const word of words) {
    for (let at = plain.indexOf(word); at !== -1; at = plain.indexOf(word, at + word.length)) {
      for (const character of origins.slice(at, at + word.length)) character.isMarked = true
    }
  }
  return characters
}

/** In characters. */
const longestLine = 120
const before = 40

/**
 * The line of a card's notes that shows why the card was found: the first with a word that its title lacks. Undefined if the
 * title has them all.
 */
export function lineOfNotes(text: string, words: readonly string[]): string | undefined {
  const [title = '', ...notes] = text.split('\n')
  const inTitle = fold(title)
  const missing = words.filter((word) => !inTitle.includes(word))
  if (missing.length === 0) return undefined
  const line = notes.find((one) => {
    const inLine = fold(one)
    return missing.some((word) => inLine.includes(word))
  })
  return line && shortened(plainNotes(line).trim(), missing)
}

function shortened(line: string, words: readonly string[]): string {
  if (line.length <= longestLine) return line
  const [first] = piecesOf(line, words)
  const hit = first && !first.isHit ? first.text.length : 0
  const space = line.indexOf(' ', hit - before)
  const start = hit <= before ? 0 : space !== -1 && space < hit ? space + 1 : hit
  return `${start > 0 ? '…' : ''}${Array.from(line.slice(start)).slice(0, longestLine).join('')}`
}
