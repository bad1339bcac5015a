import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { fold, wordsIn } from '../../board/text/fold.ts'
import { Card, type CardSearch } from '../../contract/card.ts'
import { fail, invalid } from '../common/problems.ts'
import type { Reader } from '../db/database.ts'
import { list, members, type Row, toAnswer } from '../db/values.ts'

const pageSize = 200
/** In milliseconds. After this time, other requests are served first. */
const timeSlice = 5
/** How often all texts may be scanned. Ordinary words never come near this; only contrived ones do. */
const maxPasses = 20
/** Characters that may be scanned in any case. */
const fewCharacters = 100_000_000

interface Candidate {
  id: string
  text: string
  updated_at: string
}

/**
 * The cards whose text contains every word, most recently updated first. Texts are compared here, because the
 * two databases fold case differently.
 */
export async function searchCards(
  db: Reader,
  ownerId: string,
  { q, limit = 50 }: CardSearch,
): Promise<Card[]> {
  const words = wordsIn(q)
  if (words.length === 0) throw invalid('q', 'must contain a word')
  const matches = matcher(words)
  let found: Candidate[] = []
  const keepBest = () => {
    found = found.sort(latestFirst).slice(0, limit)
  }
  for await (const page of pagesOf(db, ownerId)) {
    for (const card of page) if (await matches(card)) found.push(card)
    if (found.length > 2 * limit) keepBest()
  }
  keepBest()
  const ids = found.map(({ id }) => id)
  const rows = await db.all<Row<typeof Card>>`
    select ${members(Card)} from cards where owner_id = ${ownerId} and id in ${list(ids)}`
  // A card may have been edited since it was found.
  const compared = new Map(found.map(({ id, text }) => [id, text]))
  const still: typeof rows = []
  for (const row of rows) if (compared.get(row.id) === row.text || (await matches(row))) still.push(row)
  return still.sort(latestFirst).map((row) => toAnswer(Card, row))
}

/**
 * Yields between words, not only between cards: some characters fold to many, so a single card can be long.
 */
function matcher(words: readonly string[]): (card: Candidate) => Promise<boolean> {
  const finders = words.map(findWord)
  let [characters, looked, began] = [0, 0, performance.now()]
  return async ({ text }) => {
    const folded = fold(text)
    characters += folded.length
    for (const find of finders) {
      const at = find(folded)
      looked += at === -1 ? folded.length : at
      if (looked > fewCharacters + maxPasses * characters) throw tooManyWords()
      if (performance.now() - began > timeSlice) {
        await yieldToOthers()
        began = performance.now()
      }
      if (at === -1) return false
    }
    return true
  }
}

const tooManyWords = () =>
  fail('too_complex', {
    detail: 'These words would take too long to find in all of your cards. Search for fewer of them.',
  })

async function* pagesOf(db: Reader, ownerId: string): AsyncGenerator<Candidate[]> {
  let page: Candidate[]
  let after = ''
  do {
    page = await db.all<Candidate>`
      select id, text, updated_at from cards where owner_id = ${ownerId} and id > ${after}
      order by id limit ${pageSize}`
    after = page.at(-1)?.id ?? after
    yield page
  } while (page.length === pageSize)
}

const latestFirst = (a: Candidate, b: Candidate) =>
  a.updated_at === b.updated_at ? (a.id < b.id ? -1 : 1) : a.updated_at > b.updated_at ? -1 : 1

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
