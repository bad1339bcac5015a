import type { BinItem } from '../contract/bin.ts'
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
/** On one letter. ICU takes quadratic time to put them in order, and Unicode asks nobody to store more (UAX #15, section 13). */
const tooManyMarks = /(\p{M}{30})\p{M}+/gu
/** So many times cards are looked through for what may have been meant. */
const mostGuesses = 5

/** `House/Garden` is `House / Garden`. */
export const fold = (text: string) =>
  text
    .slice(0, longestName)
    .replaceAll(tooManyMarks, '$1')
    .normalize('NFKC')
    .toLowerCase()
    .split('/')
    .map((part) => part.trim())
    .join('/')

type Named = Pick<Card, 'id' | 'text'> | Pick<Project, 'id' | 'title'> | BinItem

export const nameOf = (thing: Named): string =>
  ('text' in thing ? thing.text : undefined) ?? ('title' in thing ? thing.title : undefined) ?? ''

interface Entry<T> {
  thing: T
  name: string
}

interface Index<T> {
  entries: Entry<T>[]
  byId: Map<string, T>
  /** What was found for each name. */
  found: Map<string, T[]>
}

/** Made once for all the names in a call, of which there may be ten thousand. */
const indexes = new WeakMap<object, Index<unknown>>()

function indexOf<T extends Named>(things: readonly T[]): Index<T> {
  const known = indexes.get(things) as Index<T> | undefined
  if (known) return known
  const entries = things.map((thing) => ({ thing, name: fold(nameOf(thing)) }))
  const made = { entries, byId: new Map(things.map((thing) => [thing.id, thing])), found: new Map() }
  indexes.set(things, made)
  return made
}

export const entriesOf = <T extends Named>(things: readonly T[]): Entry<T>[] => indexOf(things).entries

function named<T extends Card | Project>(things: readonly T[], reference: string): T[] {
  const wanted = fold(reference)
  const { byId, found } = indexOf(things)
  const exact = byId.get(wanted)
  if (exact) return [exact]
  const known = found.get(wanted) ?? namedLike(things, wanted)
  found.set(wanted, known)
  return known
}

/** Names and ids, from the surest to the least sure way of naming something. The first that names anything decides. */
function namedLike<T extends Card | Project>(things: readonly T[], wanted: string): T[] {
  if (wanted === '') return []
  const mayBeId = wanted.length >= fewestDigits && /^[0-9a-f-]+$/.test(wanted)
  const near = entriesOf(things).filter(
    ({ thing: { id }, name }) =>
      name.startsWith(wanted) || (mayBeId && (id.startsWith(wanted) || id.endsWith(wanted))),
  )
  const ways: ((entry: Entry<T>) => boolean)[] = [
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
    const parts = reference.slice(0, longestName).split('/')
    const folded = parts.map(fold)
    let title = folded.join('/')
    for (let at = parts.length - 1; at > 0; at--) {
      title = title.slice(0, title.length - (folded[at]?.length ?? 0) - 1)
      const [project, another] = named(board.projects, title)
      if (project && !another)
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
  const columnOf = ({ column }: Place) => fold(column)
  const wanted = fold(reference)
  const spelt = (text: string) => text.replaceAll(/[\s_-]/g, '')
  const found =
    places.find((place) => spelt(columnOf(place)) === spelt(wanted)) ??
    places.find((place) => wanted !== '' && columnOf(place).startsWith(wanted))
  if (found) return found
  throw new Refusal(
    `${quoted(project.title)} has no column ${quoted(reference)}. It has: ${places.map(({ column }) => quoted(column)).join(', ')}.`,
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
