import { longestText } from '../../contract/plain/limits.ts'
import { statusNames } from '../../contract/plain/statuses.ts'
import { invalid } from '../common/problems.ts'
import { type Choice, cut } from './formats/lists.ts'
import type { LeftOut } from './left-out.ts'
import { withMarks } from './marking.ts'
import { most, type Plan, type PlannedCard, tooMuch } from './plan.ts'

type StatusName = (typeof statusNames)[number]

/** What an import will create, validated and split to fit. */
export interface Arrangement {
  boards: readonly Board[]
  inbox: readonly ReadyCard[]
  lists: readonly { name: string; status: StatusName; cards: number }[]
  leftOut: LeftOut
}

interface Board {
  title: string
  created_at?: string
  /** The cards of each status. */
  columns: readonly ReadyCard[][]
}

export type ReadyCard = Omit<PlannedCard, 'at' | 'marks'>

/**
 * Maps lists to statuses, splits texts that are too long and truncates titles. Throws if something cannot be
 * stored.
 */
export function arrange(plan: Plan, choice: Choice, fallbackTitle: string): Arrangement {
  const lists = new Map<string, { status: StatusName; cards: number }>()
  const boards = plan.projects.map(({ title, at, created_at, lists: planned }) => {
    const columns: ReadyCard[][] = statusNames.map(() => [])
    for (const { name, cards } of planned) {
      const status = choice.statusOf(name)
      const isDone = plan.completesLast === true && status === statusNames.length - 1
      const ready = cards.flatMap((card) => readyCards({ ...card, complete: card.complete || isDone }))
      for (const card of ready) columns[status]?.push(card)
      if (!name) continue
      const list = lists.get(cut(name)) ?? { status: statusNames[status] ?? statusNames[0], cards: 0 }
      lists.set(cut(name), { ...list, cards: list.cards + ready.length })
    }
    return { title: readyTitle(title, at) || fallbackTitle, ...(created_at && { created_at }), columns }
  })
  choice.requireLists(plan.projects.flatMap(({ lists }) => lists.map(({ name }) => name)))
  const arranged = {
    boards,
    inbox: plan.inbox.flatMap(readyCards),
    lists: [...lists].map(([name, list]) => ({ name, ...list })),
    leftOut: plan.leftOut,
  }
  if (countCards(arranged) > most.entries) throw tooMuch('it', `has more than ${most.entries} cards`)
  return arranged
}

export const countCards = ({ boards, inbox }: Pick<Arrangement, 'boards' | 'inbox'>) =>
  boards.reduce((sum, { columns }) => columns.reduce((part, { length }) => part + length, sum), inbox.length)

/** The marks are those of the first part. */
function readyCards({ at, text, marks = '', ...card }: PlannedCard): ReadyCard[] {
  requireStorable(text, at)
  const reserved = marks === '' ? 0 : Array.from(marks).length + 1
  return splitText(text, reserved).map((part, index) => ({
    ...card,
    text: index === 0 ? withMarks(part, marks) : part,
  }))
}

function readyTitle(title: string, at: string): string {
  requireStorable(title, at)
  return cut(title.trim())
}

function requireStorable(text: string, at: string): void {
  if (text.includes('\0') || !text.isWellFormed())
    throw invalid(at, 'must not contain NUL or half of a character')
}

/**
 * Splits a text into as many cards as necessary, at the end of a paragraph, line, sentence or word. `reserved`
 * characters of the first card remain free.
 */
export function splitText(text: string, reserved = 0): string[] {
  const parts: string[] = []
  let rest = text.trim()
  for (let end = endOf(rest, longestText - reserved); end < rest.length; end = endOf(rest, longestText)) {
    const at = end - cutBack(rest.slice(0, end), rest.slice(end, end + 64))
    parts.push(rest.slice(0, at).trimEnd())
    rest = rest.slice(at).trimStart()
  }
  parts.push(rest)
  return parts
}

/** The end of what fits into so many characters, in UTF-16 units. */
function endOf(text: string, longest: number): number {
  if (text.length <= longest) return text.length
  let units = 0
  for (let points = 0; points < longest && units < text.length; points++)
    units += (text.codePointAt(units) ?? 0) > 0xffff ? 2 : 1
  return units
}

const graphemes = new Intl.Segmenter()

/** How far before the end to cut. At least half of the text that fits is kept. */
function cutBack(fitting: string, next: string): number {
  const late = fitting.slice(fitting.length / 2)
  const places = [
    late.lastIndexOf('\n\n') + 1,
    late.lastIndexOf('\n') + 1,
    Math.max(...['. ', '! ', '? ', '… ', '。', '！', '？'].map((end) => late.lastIndexOf(end))) + 1,
    late.lastIndexOf(' ') + 1,
  ]
  const place = places.find((at) => at > 0)
  if (place !== undefined) return late.length - place
  // Doesn't split grapheme clusters, such as an accented letter, a flag or a family emoji.
  const around = late.slice(-64)
  const { index = around.length } = graphemes.segment(around + next).containing(around.length) ?? {}
  return index === 0 ? 0 : around.length - index
}
