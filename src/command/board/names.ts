import type { Board } from '../../board/board.ts'
import {
  columnsNamed,
  isInbox,
  isPartOf,
  named,
  nameOf,
  preferring,
  surelyNamed,
  withWords,
} from '../../board/names.ts'
import type { Day } from '../../board/text/days.ts'
import { type Dates, readDateWords } from '../../board/text/typed-dates.ts'
import type { Client } from '../../client/client.ts'
import type { Card } from '../../contract/card.ts'
import type { Project, Status } from '../../contract/project.ts'
import { CommandError } from '../../server/common/command-error.ts'
import { UsageError } from '../command.ts'
import { placeName } from '../output/drawing.ts'
import { printable, thisDay, titleWithDates } from '../output/terminal.ts'

// Finds the cards, projects, columns and dates that people name. The commands of this folder begin with it.

/** For the help of commands that take cards. */
export const waysToName = `CARD is the letters shown by "inboard ls", the beginning of the id, or words of the text. Several words name one card
together, or else one card each.`

/** The only match. If there are several or none, the error lists the candidates. */
function only<Thing extends Project | Status>(
  found: readonly Thing[],
  given: string,
  all: readonly Thing[],
  kind: string,
): Thing {
  const [one, another] = found
  if (one && !another) return one
  const list = (one ? found : all).map((thing) => `  ${thing.id.slice(0, 13)}  ${printable(nameOf(thing))}`)
  if (one)
    throw new CommandError(
      `Several ${kind}s match "${printable(given)}":\n\n${list.join('\n')}\n\nGive more of the name, or the beginning of the id.`,
    )
  throw new CommandError(
    list.length > 0
      ? `No ${kind} matches "${printable(given)}". There are:\n\n${list.join('\n')}`
      : `No ${kind} matches "${printable(given)}": there are none yet. Create one in the web app.`,
  )
}

/** A project of that name takes precedence. */
export const isTheInbox = (projects: readonly Project[], name: string | undefined) =>
  name !== undefined && isInbox(name) && !projects.some(({ title }) => isInbox(title))

export const findProject = (given: string, projects: readonly Project[]) =>
  only(named(projects, given), given, projects, 'project')

export const findColumn = (given: string, statuses: readonly Status[]) =>
  only(columnsNamed(statuses, given), given, statuses, 'column')

/** Cards that match by letters, id, or words of the text. */
function candidates(given: string, cards: readonly Card[]): readonly Card[] {
  const sure = surelyNamed(cards, given)
  if (sure.length > 0) return sure
  const beginning = given.toLowerCase()
  const byId = cards.filter(({ id }) => isPartOf(id, beginning))
  return byId.length > 0 && given.length >= 8 ? byId : [...new Set([...byId, ...withWords(given, cards)])]
}

const maxCandidates = 10

/**
 * The cards that words name, without duplicates: all words together name one card, or each word names one. If both
 * are possible, nothing is guessed.
 */
export function findCards(
  board: Board,
  given: string[],
  isPreferred: (card: Card) => boolean = () => false,
): Card[] {
  const matching = (words: string) => preferring(candidates(words, board.cards), isPreferred)
  const whole = given.join(' ')
  const together = matching(whole)
  const each = given.map((word) => ({ word, found: matching(word) }))
  const apart = each.every(({ found }) => found.length === 1)
    ? [...new Set(each.flatMap(({ found }) => found))]
    : undefined
  const isSame = apart?.length === 1 && together.every((card) => card === apart[0])
  if (apart && (together.length === 0 || isSame)) return apart
  if (apart)
    throw new CommandError(
      `"${printable(whole)}" can mean one card or several:\n\n${listed(board, [...new Set([...together, ...apart])])}\n\nPut the words of a card in quotes, or use the letters before the card.`,
    )
  if (together.length === 1) return [...together]
  const unknown = each.find(({ found }) => found.length === 0)
  const several = each.find(({ found }) => found.length > 1)
  throw together.length > 0
    ? unclear(board, whole, together)
    : unclear(board, (unknown ?? several)?.word ?? whole, (unknown ?? several)?.found ?? [])
}

const unclear = (board: Board, given: string, found: readonly Card[]) =>
  new CommandError(
    found.length === 0
      ? `No card matches "${printable(given)}". See: inboard ls --all, inboard find WORDS`
      : `${found.length} cards match "${printable(given)}":\n\n${listed(board, found)}\n\nUse the letters before the card, or more of its words.`,
  )

function listed(board: Board, cards: readonly Card[]): string {
  const today = thisDay()
  const list = cards
    .slice(0, maxCandidates)
    .map((one) => `  ${board.shortId(one.id)}  ${titleWithDates(one, today)}  (${placeName(board, one)})`)
  const more = cards.length > maxCandidates ? `\n  and ${cards.length - maxCandidates} more` : ''
  return `${list.join('\n')}${more}`
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
