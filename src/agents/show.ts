import type { Board } from '../board/board.ts'
import { dueAsData, dueOf, everyInWords, labelsOf } from '../board/due.ts'
import { linesOf, probableId } from '../board/names.ts'
import type { Card } from '../contract/card.ts'
import type { Project } from '../contract/project.ts'

/** Longer than in the shell: an agent remembers ids for a whole conversation, while cards are added. */
export const lettersOfId = 8

/** For items in the bin. */
export const shortIdOf = (id: string) => probableId(id, lettersOfId)

/** The URL at which a person sees the card. */
export type LinkTo = (id: string) => string

/** In characters. Longer texts are cut in lists. */
const longestInList = 200

const isShort = (text: string) => text.length <= longestInList && !text.includes('\n')

/** Does not split a character. */
const cut = (text: string, length: number) =>
  text.length <= length ? text : `${text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')}…`

/** The first line, quoted as user text. */
export function quoted(text: string): string {
  const [first = '', ...rest] = linesOf(text.trim())
  return JSON.stringify(`${cut(first.trim(), 80)}${rest.length > 0 ? ' …' : ''}`)
}

const mark = ({ complete }: Pick<Card, 'complete'>) => (complete ? '[x]' : '[ ]')

/** For a list: one line. */
export function describe(board: Board, card: Card): string {
  const [first = '', ...rest] = linesOf(card.text)
  const lines = rest.length > 0 ? [`+${rest.length} ${rest.length === 1 ? 'line' : 'lines'}`] : []
  const due = first.includes('due:') ? undefined : dueOf(card)?.due
  const notes = [...lines, ...(due ? [`due ${dueAsData(due)}`] : [])]
  const more = notes.length > 0 ? ` (${notes.join(', ')})` : ''
  return `${mark(card)} ${board.shortId(card.id)} ${cut(first, longestInList)}${more}`
}

export const describeWithPlace = (board: Board, card: Card) =>
  `${describe(board, card)} (in ${board.placeOf(card).name})`

/** The whole card. The text is indented, so that nothing in it looks like our output. */
export function describeWhole(board: Board, card: Card): string {
  const text = linesOf(card.text).map((line) => `    ${line}`)
  return [
    `${mark(card)} ${board.shortId(card.id)} in ${board.placeOf(card).name}, revision ${card.revision}:`,
    ...text,
  ].join('\n')
}

/** The same for programs. */
export function cardAsData(board: Board, linkTo: LinkTo, card: Card, isWhole = false) {
  const { id, text, complete, revision } = card
  return {
    id,
    url: linkTo(id),
    place: board.placeOf(card).name,
    complete,
    revision,
    text: isWhole || isShort(text) ? text : cut(text.split('\n', 1)[0] ?? '', longestInList),
    ...(!isWhole && !isShort(text) && { is_cut: true }),
    ...marksAsData(card),
  }
}

function marksAsData(card: Card) {
  const dates = dueOf(card)
  const labels = labelsOf(card).map(({ name }) => name)
  return {
    ...(dates && { due: dueAsData(dates.due) }),
    ...(dates?.every && { repeats: everyInWords(dates.every) }),
    ...(labels.length > 0 && { labels }),
  }
}

export const describeProject = (board: Board, { id, title }: Pick<Project, 'id' | 'title'>) =>
  `${board.shortId(id)} ${quoted(title)}`

/** `2 cards`, `1 card`. */
export const count = (number: number, one: string, many = `${one}s`) =>
  `${number} ${number === 1 ? one : many}`
