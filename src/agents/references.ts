import { type Board, inboxPlace, type Place } from '../board/board.ts'
import { columnsNamed, entriesOf, foldName, named } from '../board/names.ts'
import type { Card } from '../contract/card.ts'
import type { Project } from '../contract/project.ts'
import { describeWithPlace, quoted } from './show.ts'
import { ToolError } from './tool.ts'

const mostCandidates = 8
/** How often a call searches all cards for suggestions. */
const mostGuesses = 5

export const isOpen = ({ complete }: Card) => !complete

/** People paste links to cards. */
const link = /^https?:\/\/\S*\/card\/([\da-f-]{36})$/

/** Finds a card by its id, part of it, its text, or its link. If several match, the only preferred one wins. */
export function findCard(
  board: Board,
  reference: string,
  isPreferred: (card: Card) => boolean = () => false,
): Card {
  const [, linked] = link.exec(reference.trim()) ?? []
  const found = named(board.cards, linked ?? reference)
  const preferred = found.filter(isPreferred)
  const [card] = found.length === 1 ? found : preferred
  if (card && (found.length === 1 || preferred.length === 1)) return card
  if (found.length > 0)
    throw new ToolError(
      `Several cards match ${quoted(reference)}: use the id of the one you mean.\n${candidates(board, found)}`,
    )
  const similar = similarTo(board, reference)
  throw new ToolError(
    `No card matches ${quoted(reference)}.${
      similar.length > 0
        ? ` Did you mean one of these?\n${candidates(board, similar)}`
        : ' Use find or read to see the cards.'
    }`,
  )
}

function candidates(board: Board, cards: Card[]): string {
  const lines = cards.slice(0, mostCandidates).map((card) => `  ${describeWithPlace(board, card)}`)
  const rest = cards.length - lines.length
  return [...lines, ...(rest > 0 ? [`  and ${rest} more`] : [])].join('\n')
}

const guessed = new WeakMap<Board, number>()

/** Cards that contain some of the words. The best matches come first. */
export function similarTo(board: Board, reference: string): Card[] {
  const guesses = (guessed.get(board) ?? 0) + 1
  guessed.set(board, guesses)
  if (guesses > mostGuesses) return []
  const words = [...new Set(foldName(reference).split(/\s+/))].filter((word) => word.length > 2).slice(0, 10)
  const score = (name: string) =>
    words.reduce((sum, word) => sum + (name.includes(word) ? word.length : 0), 0)
  return entriesOf(board.cards)
    .map(({ thing, name }) => ({ thing, score: score(name) }))
    .filter((one) => one.score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, mostCandidates)
    .map(({ thing }) => thing)
}

export function findProject(board: Board, reference: string): Project {
  const found = named(board.projects, reference)
  const [project] = found
  if (project && found.length === 1) return project
  const list = (projects: readonly Project[]) =>
    projects
      .slice(0, 20)
      .map(({ id, title }) => `  ${board.shortId(id)} ${quoted(title)}`)
      .join('\n')
  if (found.length > 1)
    throw new ToolError(
      `Several projects match ${quoted(reference)}: use the id of the one you mean.\n${list(found)}`,
    )
  throw new ToolError(
    board.projects.length > 0
      ? `No project matches ${quoted(reference)}. The projects are:\n${list(board.projects)}`
      : `No project matches ${quoted(reference)}: there are none yet.`,
  )
}

export const isInbox = (reference: string) => ['inbox', ''].includes(foldName(reference))

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

/** The one project that a place names, if there is one. */
export function projectNamed(projects: readonly Project[], reference: string): Project | undefined {
  const whole = named(projects, reference)
  if (whole.length > 0) return whole[0]
  const split = splitPlace(projects, reference)
  return split && named(projects, split.title)[0]
}

/** `inbox`, a project, or one of its columns: `Garden/Doing`. */
export function findPlaces(board: Board, reference: string): { project?: Project; places: Place[] } {
  if (isInbox(reference)) return { places: [inboxPlace] }
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
