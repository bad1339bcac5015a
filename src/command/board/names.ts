import type { Board } from '../../client/board/board.ts'
import { columnsNamed, isPartOf, named, nameOf, surelyNamed, withWords } from '../../client/board/names.ts'
import type { Card } from '../../contract/card.ts'
import { fold } from '../../contract/plain/fold.ts'
import type { Project, Status } from '../../contract/project.ts'
import { CommandError } from '../../server/common/command-error.ts'
import { printable, titleOf } from '../output/printable.ts'
import { placeName } from './read-board.ts'

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

export const isInbox = (name: string | undefined) => fold(name?.trim() ?? '') === 'inbox'

export const findProject = (given: string, projects: readonly Project[]) =>
  only(named(projects, given), given, projects, 'project')

export const findColumn = (given: string, statuses: readonly Status[]) =>
  only(columnsNamed(statuses, given), given, statuses, 'column')

/** Cards that match by letters, id, or words of the text. */
function candidates(given: string, cards: readonly Card[]): readonly Card[] {
  const sure = surelyNamed(cards, given)
  if (sure.length > 0) return sure
  const byId = cards.filter(({ id }) => isPartOf(id, given.toLowerCase()))
  return byId.length > 0 && given.length >= 8 ? byId : [...new Set([...byId, ...withWords(given, cards)])]
}

const mostListed = 10

/**
 * The one card that matches. If several do, `preferred` narrows them down: completing "milk" does not mean
 * the card that was completed last week.
 */
export function findCard(board: Board, given: string, preferred?: (card: Card) => boolean): Card {
  const all = candidates(given, board.cards)
  const better = preferred ? all.filter(preferred) : []
  const found = better.length > 0 ? better : all
  const [card, another] = found
  if (card && !another) return card
  if (!card)
    throw new CommandError(`No card matches "${printable(given)}". See: inboard ls --all, inboard find WORDS`)
  const list = found
    .slice(0, mostListed)
    .map((one) => `  ${board.shortId(one.id)}  ${titleOf(one.text)}  (${placeName(board, one)})`)
  const more = found.length > mostListed ? `\n  and ${found.length - mostListed} more` : ''
  throw new CommandError(
    `${found.length} cards match "${printable(given)}":\n\n${list.join('\n')}${more}\n\nUse the letters before the card, or more of its words in quotes.`,
  )
}

/** Without duplicates. */
export const findCards = (board: Board, given: string[], preferred?: (card: Card) => boolean): Card[] => [
  ...new Set(given.map((one) => findCard(board, one, preferred))),
]
