import type { Card } from '../contract/card.ts'
import type { Project } from '../contract/project.ts'
import { type Board, inboxPlace, type Place } from './board.ts'
import { dueAsData, dueOf } from './due.ts'
import {
  columnsNamed,
  cut,
  findColumn,
  findProject,
  foldName,
  isInbox,
  linesOf,
  linkedId,
  NameError,
  named,
  preferring,
  quoted,
  resembling,
  surelyNamed,
} from './names.ts'

// Finds the one card or place that a person in a shell, or an agent, means. An error lists the candidates.

const maxCandidates = 8

/**
 * Finds a card by its letters, its id or a part of that, its link, or the beginning of its text. If several match, the only
 * preferred one wins.
 */
export function findCard(
  board: Board,
  reference: string,
  isPreferred: (card: Card) => boolean = () => false,
): Card {
  const found = named(board.cards, linkedId(reference))
  const [card, another] = preferring(found, isPreferred)
  if (card && !another) return card
  throw unclear(board, reference, found)
}

/** None or several were found where one is meant. */
export function unclear(board: Board, reference: string, found: readonly Card[]): NameError {
  if (found.length > 0)
    return new NameError(
      `Several cards match ${quoted(reference)}: use the letters of the one you mean.\n${listed(board, found)}`,
    )
  const similar = resembling(board.cards, reference, maxCandidates)
  return new NameError(
    `No card matches ${quoted(reference)}.${similar.length > 0 ? ` Did you mean one of these?\n${listed(board, similar)}` : ''}`,
  )
}

export function listed(board: Board, cards: readonly Card[]): string {
  const lines = cards.slice(0, maxCandidates).map((card) => `  ${describeWithPlace(board, card)}`)
  const rest = cards.length - lines.length
  return [...lines, ...(rest > 0 ? [`  and ${rest} more`] : [])].join('\n')
}

/** In characters. Longer texts are cut in lists. */
export const longestInList = 200

/** For a list: one line. */
export function describe(board: Board, card: Card): string {
  const [first = '', ...rest] = linesOf(card.text)
  const lines = rest.length > 0 ? [`+${rest.length} ${rest.length === 1 ? 'line' : 'lines'}`] : []
  const due = first.includes('due:') ? undefined : dueOf(card)?.due
  const notes = [...lines, ...(due ? [`due ${dueAsData(due)}`] : [])]
  const more = notes.length > 0 ? ` (${notes.join(', ')})` : ''
  return `${boxOf(card)} ${board.shortId(card.id)} ${cut(first, longestInList)}${more}`
}

export const boxOf = ({ complete }: Pick<Card, 'complete'>) => (complete ? '[x]' : '[ ]')

export const describeWithPlace = (board: Board, card: Card) =>
  `${describe(board, card)} (in ${board.placeOf(card).name})`

/** The project before a slash, and the column behind it. A title may contain a slash. */
function splitPlace(projects: readonly Project[], reference: string) {
  const given = reference.split('/')
  const parts = foldName(reference).split('/')
  for (let at = parts.length - 1; at > 0; at--) {
    const title = parts.slice(0, at).join('/')
    if (named(projects, title).length > 0) return { title, column: given.slice(at).join('/') }
  }
  return undefined
}

/** `inbox`, a project, or one of its columns: `Garden/Doing`. */
export function findPlaces(board: Board, reference: string): { project?: Project; places: Place[] } {
  if (isInbox(reference)) return { places: [inboxPlace] }
  const isWhole = named(board.projects, reference).length === 1
  const split = isWhole ? undefined : splitPlace(board.projects, reference)
  const project = findProject(board.projects, split?.title ?? reference)
  return {
    project,
    places: split ? [columnOf(board, project, split.column)] : board.placesOf(project),
  }
}

/**
 * Where a card goes; without a column, the first one of the project. Without a project, a column of the cards' own, unless
 * a project has that whole name.
 */
export function findPlace(board: Board, reference: string, cards: readonly Card[] = []): Place {
  const [id, another] = new Set(cards.map(({ project_id }) => project_id))
  const own = another === undefined ? board.findProject(id ?? '') : undefined
  if (
    own &&
    surelyNamed(board.projects, reference).length === 0 &&
    columnsNamed(board.statusesOf(own), reference).length > 0
  )
    return columnOf(board, own, reference)
  const [place] = findPlaces(board, reference).places
  if (!place) throw new NameError(`${quoted(reference)} has no columns yet. Try again.`)
  return place
}

function columnOf(board: Board, project: Project, reference: string): Place {
  const { id } = findColumn(board.statusesOf(project), reference)
  return board.placeOf({ project_id: project.id, status_id: id })
}
