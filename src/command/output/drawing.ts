import { styleText } from 'node:util'
import type { Board } from '../../board/board.ts'
import { type Column, inbox } from '../../board/columns.ts'
import { dueInWords, dueOf, isOverdue, labelsOf } from '../../board/due.ts'
import type { Day } from '../../board/text/days.ts'
import type { Card } from '../../contract/card.ts'
import type { Project } from '../../contract/project.ts'
import { count, cut, printable, titleOf } from './terminal.ts'

/** Colours only on a terminal, and not with NO_COLOR. */
const style = (format: Parameters<typeof styleText>[0]) => (text: string) =>
  styleText(format, text, { stream: process.stdout })
export const heading = style('bold')
export const faint = style('dim')
const accent = style('cyan')
const warning = style('red')

export interface ListOptions {
  /** Shows completed cards, which are otherwise only counted. */
  withDone?: boolean
  /** The person's day. */
  today: Day
}

/** `Home / Doing`, `Inbox`. */
export const placeName = (board: Board, column: Column): string => printable(board.placeOf(column).name)

interface LineOptions {
  indent?: string
  /** Also where it is. */
  withPlace?: boolean
}

/** `  kqrt  Water the plants  Tomorrow  #garden`, as wide as the terminal. */
export function cardLine(
  board: Board,
  card: Card,
  today: Day,
  { indent = '  ', withPlace = false }: LineOptions = {},
): string {
  const name = board.shortId(card.id)
  const title = `${card.complete ? '✓ ' : ''}${titleOf(card.text)}`
  const due = dueOf(card)?.due
  const when = due ? `  ${dueInWords(due, today)}` : ''
  const labels = labelsOf(card).map((label) => `#${label.name}`)
  const others = [
    ...(labels.length > 0 ? [labels.join(' ')] : []),
    ...(withPlace ? [placeName(board, card)] : []),
  ]
  const after = others.map((one) => `  ${one}`).join('')
  const width = process.stdout.isTTY
    ? process.stdout.columns - indent.length - name.length - 2 - when.length - after.length
    : Number.POSITIVE_INFINITY
  const shown = cut(title, Math.max(width, 10))
  const isLate = due !== undefined && !card.complete && isOverdue(due, today)
  return [
    `${indent}${accent(name)}  ${card.complete ? faint(shown) : shown}`,
    when && (isLate ? warning : faint)(when),
    after && faint(after),
  ].join('')
}

export function drawColumn(
  board: Board,
  column: Column,
  indent: string,
  { withDone, today }: ListOptions,
): string[] {
  const cards = board.cardsIn(column)
  const shown = cards.filter(({ complete }) => withDone || !complete)
  const hidden = cards.length - shown.length
  const rows = shown.map((card) => cardLine(board, card, today, { indent }))
  if (cards.length === 0) return [faint(`${indent}–`)]
  return hidden > 0 ? [...rows, faint(`${indent}+ ${hidden} done`)] : rows
}

export const drawInbox = (board: Board, options: ListOptions): string[] => [
  heading('Inbox'),
  ...drawColumn(board, inbox, '  ', options),
]

export const drawProject = (board: Board, project: Project, options: ListOptions): string[] => [
  heading(printable(project.title)),
  ...board
    .statusesOf(project)
    .flatMap(({ id, name }) => [
      `  ${heading(printable(name))}`,
      ...drawColumn(board, { project_id: project.id, status_id: id }, '    ', options),
    ]),
]

/** One line per project, after a blank line. */
export function drawProjects(board: Board): string[] {
  const { projects } = board
  if (projects.length === 0) return []
  const width = Math.max(...projects.map(({ title }) => printable(title).length))
  const rows = projects.map(({ title, card_count, completed_card_count }) => {
    const open = card_count - completed_card_count
    return `  ${printable(title).padEnd(width)}  ${faint(open === 0 ? '–' : count(open, 'card'))}`
  })
  return ['', heading('Projects'), ...rows]
}
