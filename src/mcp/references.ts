import type { Card } from '../contract/card.ts'
import type { Project } from '../contract/project.ts'
import { type Board, inbox, type Place } from './board.ts'
import { Refusal } from './refusal.ts'
import { describeWithPlace, quoted } from './show.ts'

const mostCandidates = 8
/** Of an id. Less could be a word. */
const fewestDigits = 4

/** In characters. Longer texts are compared by their beginning: an account may have 8 MB of them. */
const longestName = 500
/** So many times cards are looked through for what may have been meant. */
const mostGuesses = 5

/** `House/Garden` is `House / Garden`. */
const fold = (text: string) =>
  text
    .slice(0, longestName)
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replaceAll(/\s*\/\s*/g, '/')

interface Entry<T> {
  thing: T
  name: string
}

/** Made once for all the names in a call, of which there may be a hundred. */
const indexes = new WeakMap<object, Entry<unknown>[]>()

function entriesOf<T extends Card | Project>(things: readonly T[]): Entry<T>[] {
  const known = indexes.get(things) as Entry<T>[] | undefined
  if (known) return known
  const made = things.map((thing) => ({ thing, name: fold('text' in thing ? thing.text : thing.title) }))
  indexes.set(things, made)
  return made
}

/** Names and ids, from the surest to the least sure way of naming something. The first that names anything decides. */
function named<T extends Card | Project>(things: readonly T[], reference: string): T[] {
  const wanted = fold(reference)
  if (wanted === '') return []
  const mayBeId = wanted.length >= fewestDigits && /^[0-9a-f-]+$/.test(wanted)
  const near = entriesOf(things).filter(
    ({ thing: { id }, name }) =>
      name.startsWith(wanted) || (mayBeId && (id.startsWith(wanted) || id.endsWith(wanted))),
  )
  const ways: ((entry: Entry<T>) => boolean)[] = [
    ({ thing }) => thing.id === wanted,
    ({ name }) => name === wanted,
    ({ name }) => name.startsWith(`${wanted}\n`),
    () => true,
  ]
  const found = ways.map((isNamed) => near.filter(isNamed)).find(({ length }) => length > 0) ?? []
  return found.map(({ thing }) => thing)
}

export const isOpen = ({ complete }: Card) => !complete

/** One card, by its id, a part of it or its text. Of several that fit, the only preferred one is meant, if there is one. */
export function findCard(
  board: Board,
  reference: string,
  isPreferred: (card: Card) => boolean = () => false,
): Card {
  const found = named(board.cards, reference)
  const preferred = found.filter(isPreferred)
  const [card] = found.length === 1 ? found : preferred
  if (card && (found.length === 1 || preferred.length === 1)) return card
  if (found.length > 0)
    throw new Refusal(
      `Several cards match ${quoted(reference)}: use the id of the one that is meant.\n${candidates(board, found)}`,
    )
  const similar = similarTo(board, reference)
  throw new Refusal(
    `No card matches ${quoted(reference)}.${
      similar.length > 0
        ? ` Is one of these meant?\n${candidates(board, similar)}`
        : ' Use find, or read, to see what there is.'
    }`,
  )
}

function candidates(board: Board, cards: Card[]): string {
  const lines = cards.slice(0, mostCandidates).map((card) => `  ${describeWithPlace(board, card)}`)
  const rest = cards.length - lines.length
  return [...lines, ...(rest > 0 ? [`  and ${rest} more`] : [])].join('\n')
}

const guessed = new WeakMap<Board, number>()

/** Those that contain most of what was said come first. */
function similarTo(board: Board, reference: string): Card[] {
  const guesses = (guessed.get(board) ?? 0) + 1
  guessed.set(board, guesses)
  if (guesses > mostGuesses) return []
  const words = [...new Set(fold(reference).split(/\s+/))].filter((word) => word.length > 2).slice(0, 10)
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
    throw new Refusal(
      `Several projects match ${quoted(reference)}: use the id of the one that is meant.\n${list(found)}`,
    )
  throw new Refusal(
    board.projects.length > 0
      ? `No project matches ${quoted(reference)}. These are there:\n${list(board.projects)}`
      : `No project matches ${quoted(reference)}: there are none yet.`,
  )
}

/** `inbox`, a project, or one of its columns: `Garden/Doing`. A title may have a slash of its own. */
export function findPlaces(board: Board, reference: string): { project?: Project; places: Place[] } {
  if (['inbox', ''].includes(fold(reference))) return { places: [inbox] }
  const whole = attempt(() => findProject(board, reference))
  if (whole instanceof Refusal) {
    const parts = reference.split('/')
    for (let at = parts.length - 1; at > 0; at--) {
      const project = attempt(() => findProject(board, parts.slice(0, at).join('/')))
      if (project instanceof Refusal) continue
      return { project, places: [findColumn(board, project, parts.slice(at).join('/'))] }
    }
    throw whole
  }
  return { project: whole, places: board.placesOf(whole) }
}

/** Where a card goes: without a column, to the first of the project. */
export function findPlace(board: Board, reference: string): Place {
  const [place] = findPlaces(board, reference).places
  if (!place) throw new Refusal(`${quoted(reference)} has no columns yet. Try again.`)
  return place
}

function findColumn(board: Board, project: Project, reference: string): Place {
  const places = board.placesOf(project)
  const nameOf = ({ name }: Place) => fold(name.slice(project.title.length + 3))
  const wanted = fold(reference)
  const spelt = (text: string) => text.replaceAll(/[\s_-]/g, '')
  const found =
    places.find((place) => spelt(nameOf(place)) === spelt(wanted)) ??
    places.find((place) => wanted !== '' && nameOf(place).startsWith(wanted))
  if (found) return found
  throw new Refusal(
    `${quoted(project.title)} has no column ${quoted(reference)}. It has: ${places.map(({ name }) => quoted(name.slice(project.title.length + 3))).join(', ')}.`,
  )
}

function attempt<T>(work: () => T): T | Refusal {
  try {
    return work()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}
