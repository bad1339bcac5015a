import type { Card } from '../contract/card.ts'
import type { Project } from '../contract/project.ts'
import type { Board } from './board.ts'
import { linesOf } from './lines.ts'

/** In characters. What is longer is read by itself. */
const longestInList = 200

const isShort = (text: string) => text.length <= longestInList && !text.includes('\n')

/** Cut where no character is cut in two. */
const cut = (text: string, length: number) =>
  text.length <= length ? text : `${text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')}…`

/** Its first line, recognisable as what somebody has written. */
export function quoted(text: string): string {
  const [first = '', ...rest] = linesOf(text.trim())
  return JSON.stringify(`${cut(first.trim(), 80)}${rest.length > 0 ? ' …' : ''}`)
}

const mark = ({ complete }: Pick<Card, 'complete'>) => (complete ? '[x]' : '[ ]')

/** For a list: one line. */
export function describe(board: Board, card: Card): string {
  const [first = '', ...rest] = linesOf(card.text)
  const more = rest.length > 0 ? ` (+${rest.length} ${rest.length === 1 ? 'line' : 'lines'})` : ''
  return `${mark(card)} ${board.shortId(card.id)} ${cut(first, longestInList)}${more}`
}

export const describeWithPlace = (board: Board, card: Card) =>
  `${describe(board, card)} (in ${board.placeOf(card).name})`

/** Alone: everything, with the text as it is, and indented so that nothing in it can be taken for something else. */
export function describeWhole(board: Board, card: Card): string {
  const text = linesOf(card.text).map((line) => `    ${line}`)
  return [
    `${mark(card)} ${board.shortId(card.id)} in ${board.placeOf(card).name}, revision ${card.revision}:`,
    ...text,
  ].join('\n')
}

/** The same for programs. */
export function cardAsData(board: Board, card: Card, isWhole = false) {
  const { id, text, complete, revision } = card
  return {
    id,
    place: board.placeOf(card).name,
    complete,
    revision,
    text: isWhole || isShort(text) ? text : cut(text.split('\n', 1)[0] ?? '', longestInList),
    ...(!isWhole && !isShort(text) && { is_cut: true }),
  }
}

export const describeProject = (board: Board, { id, title }: Pick<Project, 'id' | 'title'>) =>
  `${board.shortId(id)} ${quoted(title)}`

/** `2 cards`, `1 card`. */
export const count = (number: number, one: string, many = `${one}s`) =>
  `${number} ${number === 1 ? one : many}`
