import { type Board, inboxPlace, type Place } from '../board/board.ts'
import {
  columnsNamed,
  foldName,
  isInbox,
  linkedId,
  named,
  nameOf,
  preferring,
  resembling,
} from '../board/names.ts'
import type { BinItem } from '../contract/bin.ts'
import type { Card } from '../contract/card.ts'
import type { Project } from '../contract/project.ts'
import { describeWithPlace, quoted, shortIdOf } from './show.ts'
import { ToolError } from './tool.ts'

// Finds what an agent names. An error lists the candidates.

const maxCandidates = 8

export const isOpen = ({ complete }: Card) => !complete

/** Finds a card by its id, part of it, its text, or its link. If several match, the only preferred one wins. */
export function findCard(
  board: Board,
  reference: string,
  isPreferred: (card: Card) => boolean = () => false,
): Card {
  const found = named(board.cards, linkedId(reference))
  const [card, another] = preferring(found, isPreferred)
  if (card && !another) return card
  if (card)
    throw new ToolError(
      `Several cards match ${quoted(reference)}: use the id of the one you mean.\n${candidates(board, found)}`,
    )
  const similar = resembling(board.cards, reference, maxCandidates)
  throw new ToolError(
    `No card matches ${quoted(reference)}.${
      similar.length > 0
        ? ` Did you mean one of these?\n${candidates(board, similar)}`
        : ' Use find or read to see the cards.'
    }`,
  )
}

function candidates(board: Board, cards: readonly Card[]): string {
  const lines = cards.slice(0, maxCandidates).map((card) => `  ${describeWithPlace(board, card)}`)
  const rest = cards.length - lines.length
  return [...lines, ...(rest > 0 ? [`  and ${rest} more`] : [])].join('\n')
}

export function findProject(board: Board, reference: string): Project {
  const found = named(board.projects, reference)
  const [project, another] = found
  if (project && !another) return project
  const list = (projects: readonly Project[]) =>
    projects
      .slice(0, 20)
      .map(({ id, title }) => `  ${board.shortId(id)} ${quoted(title)}`)
      .join('\n')
  if (project)
    throw new ToolError(
      `Several projects match ${quoted(reference)}: use the id of the one you mean.\n${list(found)}`,
    )
  throw new ToolError(
    board.projects.length > 0
      ? `No project matches ${quoted(reference)}. The projects are:\n${list(board.projects)}`
      : `No project matches ${quoted(reference)}: there are none yet.`,
  )
}

export const isTheInbox = (reference: string) => isInbox(reference) || foldName(reference) === ''

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
  if (isTheInbox(reference)) return { places: [inboxPlace] }
  const isWhole = named(board.projects, reference).length === 1
  const split = isWhole ? undefined : splitPlace(board.projects, reference)
  const project = findProject(board, split?.title ?? reference)
  return {
    project,
    places: split ? [findColumn(board, project, split.column)] : board.placesOf(project),
  }
}

/** Where a card goes; without a column, the first one of the project. Without a project, a column of the cards' own. */
export function findPlace(board: Board, reference: string, cards: readonly Card[] = []): Place {
  const [id, another] = new Set(cards.map(({ project_id }) => project_id))
  const own =
    another === undefined && named(board.projects, reference).length === 0 && board.findProject(id ?? '')
  const [column] = own ? columnsNamed(board.statusesOf(own), reference) : []
  if (column) return board.placeOf({ project_id: column.project_id, status_id: column.id })
  const [place] = findPlaces(board, reference).places
  if (!place) throw new ToolError(`${quoted(reference)} has no columns yet. Try again.`)
  return place
}

function findColumn(board: Board, project: Project, reference: string): Place {
  const [found] = columnsNamed(board.statusesOf(project), reference)
  if (found) return board.placeOf({ project_id: project.id, status_id: found.id })
  const names = board.placesOf(project).map(({ column }) => quoted(column))
  throw new ToolError(
    `${quoted(project.title)} has no column ${quoted(reference)}. It has: ${names.join(', ')}.`,
  )
}

/** Finds an item in the bin. If several match, the one that was deleted last. */
export const findInBin = (items: readonly BinItem[], reference: string): BinItem | undefined =>
  named(items, reference)[0]

export function notInBin(items: readonly BinItem[], reference: string): string {
  const newest = items.slice(0, 5).map((item) => `  ${shortIdOf(item.id)} ${quoted(nameOf(item))}`)
  return `Nothing in the bin matches ${quoted(reference)}.${newest.length > 0 ? ` These were deleted last:\n${newest.join('\n')}` : ' It is empty.'}`
}

/** An agent that repeats a call because the answer was lost finds the item restored. */
export const findRestored = ({ cards, projects }: Board, reference: string): Card | Project | undefined =>
  named(projects, reference)[0] ?? named(cards, reference)[0]
