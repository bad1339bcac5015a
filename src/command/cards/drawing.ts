import { styleText } from 'node:util'
import type { Card } from '../../contract/card.ts'
import type { Project } from '../../contract/project.ts'
import { count } from '../terminal.ts'
import { type Account, type Column, inbox } from './account.ts'
import { cut, printable, titleOf } from './printable.ts'

/** Colours only on a terminal, and only if NO_COLOR does not forbid them. */
const style = (format: Parameters<typeof styleText>[0]) => (text: string) =>
  styleText(format, text, { stream: process.stdout })
export const heading = style('bold')
export const faint = style('dim')
export const accent = style('cyan')

export interface Manner {
  /** Completed cards too, which are only counted otherwise. */
  withDone?: boolean
}

/** `  kqrt  Water the plants`, as wide as the terminal. */
export function cardLine(account: Account, card: Card, indent = '  ', after = ''): string {
  const name = account.nameOf(card)
  const title = `${card.complete ? '✓ ' : ''}${titleOf(card.text)}`
  const room = process.stdout.isTTY
    ? process.stdout.columns - indent.length - name.length - 2 - after.length
    : Number.POSITIVE_INFINITY
  const shown = cut(title, Math.max(room, 10))
  return `${indent}${accent(name)}  ${card.complete ? faint(shown) : shown}${after && faint(after)}`
}

export function drawColumn(account: Account, column: Column, indent: string, { withDone }: Manner): string[] {
  const cards = account.cardsIn(column)
  const shown = cards.filter(({ complete }) => withDone || !complete)
  const hidden = cards.length - shown.length
  const rows = shown.map((card) => cardLine(account, card, indent))
  if (cards.length === 0) return [faint(`${indent}–`)]
  return hidden > 0 ? [...rows, faint(`${indent}+ ${hidden} done`)] : rows
}

export const drawInbox = (account: Account, manner: Manner): string[] => [
  heading('Inbox'),
  ...drawColumn(account, inbox, '  ', manner),
]

export const drawProject = (account: Account, project: Project, manner: Manner): string[] => [
  heading(printable(project.title)),
  ...account
    .columnsOf(project)
    .flatMap(({ id, name }) => [
      `  ${heading(printable(name))}`,
      ...drawColumn(account, { project_id: project.id, status_id: id }, '    ', manner),
    ]),
]

/** What there is of projects, in one line each, behind an empty one. */
export function drawProjects(account: Account): string[] {
  const projects = [...account.projects.values()].sort((a, b) => (a.created_at < b.created_at ? -1 : 1))
  if (projects.length === 0) return []
  const width = Math.max(...projects.map(({ title }) => printable(title).length))
  const rows = projects.map(({ title, card_count, completed_card_count }) => {
    const open = card_count - completed_card_count
    return `  ${printable(title).padEnd(width)}  ${faint(open === 0 ? '–' : count(open, 'card'))}`
  })
  return ['', heading('Projects'), ...rows]
}
