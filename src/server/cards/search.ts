import { setImmediate as nextTurn } from 'node:timers/promises'
import { Card, type CardSearch } from '../../contract/card.ts'
import type { Reader } from '../db/database.ts'
import { list, members, type Row, toAnswer } from '../db/values.ts'
import { invalid } from '../problems.ts'
import { fold } from './fold.ts'

const pageSize = 200
/** So few that even the longest texts are compared within milliseconds. */
const few = 20
/** In milliseconds: after so long, other requests have their turn. */
const turn = 5

interface Candidate {
  id: string
  text: string
  updated_at: string
}

/**
 * The cards whose text contains every word, most recently updated first. The texts are compared here, because no folding
 * is the same in both databases.
 */
export async function searchCards(
  db: Reader,
  ownerId: string,
  { q, limit = 50 }: CardSearch,
): Promise<Card[]> {
  const words = wordsOf(q)
  if (words.length === 0) throw invalid('q', 'must contain a word')
  const matches = ({ text }: Candidate) => {
    const folded = fold(text)
    return words.every((word) => folded.includes(word))
  }
  let found: Candidate[] = []
  const keepBest = () => {
    found = found.sort(latestFirst).slice(0, limit)
  }
  for await (const cards of cardsOf(db, ownerId)) {
    found.push(...cards.filter(matches))
    if (found.length > 2 * limit) keepBest()
  }
  keepBest()
  const ids = found.map(({ id }) => id)
  const rows = await db.all<Row<typeof Card>>`
    select ${members(Card)} from cards where owner_id = ${ownerId} and id in ${list(ids)}`
  // They may have been edited since they were found.
  return rows
    .filter(matches)
    .sort(latestFirst)
    .map((row) => toAnswer(Card, row))
}

/** All cards of an owner, a few at a time. */
async function* cardsOf(db: Reader, ownerId: string): AsyncGenerator<Candidate[]> {
  let began = performance.now()
  let page: Candidate[]
  let after = ''
  do {
    page = await db.all<Candidate>`
      select id, text, updated_at from cards where owner_id = ${ownerId} and id > ${after}
      order by id limit ${pageSize}`
    after = page.at(-1)?.id ?? after
    for (let from = 0; from < page.length; from += few) {
      yield page.slice(from, from + few)
      if (performance.now() - began > turn) {
        await nextTurn()
        began = performance.now()
      }
    }
  } while (page.length === pageSize)
}

const latestFirst = (a: Candidate, b: Candidate) =>
  a.updated_at === b.updated_at ? (a.id < b.id ? -1 : 1) : a.updated_at > b.updated_at ? -1 : 1

const wordsOf = (q: string) => [...new Set(fold(q).split(/\s+/))].filter((word) => word !== '')
