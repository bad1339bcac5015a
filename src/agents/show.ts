import type { Board } from '../board/board.ts'
import { dueAsData, dueOf, everyInWords, labelsOf } from '../board/due.ts'
import { boxOf, longestInList } from '../board/lookup.ts'
import { cut, lettersOfId, linesOf, probableId, quoted } from '../board/names.ts'
import type { Card } from '../contract/card.ts'
import type { Project } from '../contract/project.ts'

/** For items in the bin. */
export const shortIdOf = (id: string) => probableId(id, lettersOfId)

/** The URL at which a person sees the card. */
export type LinkTo = (id: string) => string

const isShort = (text: string) => text.length <= longestInList && !text.includes('\n')

/** The whole card. The text is indented, so that nothing in it looks like our output. */
export function describeWhole(board: Board, card: Card): string {
  const text = linesOf(card.text).map((line) => `    ${line}`)
  return [
    `${boxOf(card)} ${board.shortId(card.id)} in ${board.placeOf(card).name}, revision ${card.revision}:`,
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
