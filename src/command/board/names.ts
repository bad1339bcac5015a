import type { Board } from '../../board/board.ts'
import { listed, unclear } from '../../board/lookup.ts'
import { isPartOf, NameError, preferring, quoted, surelyNamed, withWords } from '../../board/names.ts'
import type { Day } from '../../board/text/days.ts'
import { type Dates, readDateWords } from '../../board/text/typed-dates.ts'
import type { Client } from '../../client/client.ts'
import type { Card } from '../../contract/card.ts'
import { UsageError } from '../command.ts'

// Finds the cards and dates that people name. The commands of this folder begin with it.

/** For the help of commands that take cards. */
export const waysToName = `CARD is the letters shown by "inboard ls", the beginning of the id, or words of the text. Several words name one card
together, or else one card each.`

/** Cards that match by letters, id, or words of the text. */
function allMeant(given: string, cards: readonly Card[]): readonly Card[] {
  const sure = surelyNamed(cards, given)
  if (sure.length > 0) return sure
  const beginning = given.toLowerCase()
  const byId = cards.filter(({ id }) => isPartOf(id, beginning))
  return byId.length > 0 && given.length >= 8 ? byId : [...new Set([...byId, ...withWords(given, cards)])]
}

/**
 * The cards that words name, without duplicates: all words together name one card, or each word names one. If both
 * are possible, nothing is guessed.
 */
export function findCards(
  board: Board,
  given: string[],
  isPreferred: (card: Card) => boolean = () => false,
): Card[] {
  const matching = (words: string) => preferring(allMeant(words, board.cards), isPreferred)
  const whole = given.join(' ')
  const together = matching(whole)
  const each = given.map((word) => ({ word, found: matching(word) }))
  const apart = each.every(({ found }) => found.length === 1)
    ? [...new Set(each.flatMap(({ found }) => found))]
    : undefined
  const isSame = apart?.length === 1 && together.every((card) => card === apart[0])
  if (apart && (together.length === 0 || isSame)) return apart
  if (apart)
    throw new NameError(
      `${quoted(whole)} can mean one card or several:\n${listed(board, [...new Set([...together, ...apart])])}\nPut the words of a card in quotes, or use its letters.`,
    )
  if (together.length === 1) return [...together]
  const unknown = each.find(({ found }) => found.length === 0)
  const several = each.find(({ found }) => found.length > 1)
  throw together.length > 0
    ? unclear(board, whole, together)
    : unclear(board, (unknown ?? several)?.word ?? whole, (unknown ?? several)?.found ?? [])
}

/** The date that `--due` gives. */
export function readDate(words: string, today: Day): Dates {
  const found = readDateWords(words, today)
  if (found) return found
  throw new UsageError(
    `--due needs a date, such as tomorrow, fri, "20 nov" or 2026-11-20, with a time if you like: "fri 3pm".`,
  )
}

/** The whole account. Adding a card does without it, so what holds it is loaded when it is read. */
export async function readBoard(client: Client): Promise<Board> {
  const { Replica } = await import('../../client/replica.ts')
  return await new Replica(client).catchUp()
}
