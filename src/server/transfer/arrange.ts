import { longestText, longestTitle } from '../../contract/plain/limits.ts'
import { statusNames } from '../../contract/plain/statuses.ts'
import { invalid } from '../common/problems.ts'
import { type LeftOut, most, type Plan, type PlannedCard, tooMuch } from './plan.ts'

type StatusName = (typeof statusNames)[number]

/** The items that an import will create, validated and split to fit. */
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

export type ReadyCard = Omit<PlannedCard, 'at'>

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
      const [first] = statusNames
      lists.getOrInsert(cut(name), { status: statusNames[status] ?? first, cards: 0 }).cards += ready.length
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

function readyCards({ at, text, ...card }: PlannedCard): ReadyCard[] {
  requireStorable(text, at)
  return splitText(text).map((part) => ({ ...card, text: part }))
}

function readyTitle(title: string, at: string): string {
  requireStorable(title, at)
  return cut(title.trim())
}

function requireStorable(text: string, at: string): void {
  if (text.includes('\0') || !text.isWellFormed())
    throw invalid(at, 'must not contain NUL or half of a character')
}

/** Splits a text into as many cards as necessary, at the end of a paragraph, line, sentence or word. */
export function splitText(text: string): string[] {
  const parts: string[] = []
  let rest = text.trim()
  for (let end = endOf(rest); end < rest.length; end = endOf(rest)) {
    const at = end - cutBack(rest.slice(0, end))
    parts.push(rest.slice(0, at).trimEnd())
    rest = rest.slice(at).trimStart()
  }
  parts.push(rest)
  return parts
}

/** The end of what fits into a card, in UTF-16 units. */
function endOf(text: string): number {
  if (text.length <= longestText) return text.length
  let units = 0
  for (let points = 0; points < longestText && units < text.length; points++)
    units += (text.codePointAt(units) ?? 0) > 0xffff ? 2 : 1
  return units
}

/** How far before the end to cut. At least half of the text that fits is kept. */
function cutBack(fitting: string): number {
  const late = fitting.slice(fitting.length / 2)
  const places = [
    late.lastIndexOf('\n\n') + 1,
    late.lastIndexOf('\n') + 1,
    Math.max(...['. ', '! ', '? ', '… ', '。', '！', '？'].map((end) => late.lastIndexOf(end))) + 1,
    late.lastIndexOf(' ') + 1,
  ]
  const place = places.find((at) => at > 0)
  return place === undefined ? 0 : late.length - place
}

/** In characters. A longer name is never that of a status. */
const longestName = 100

/** Only letters and digits count, so "To Do", "to-do" and "✅ Done" are names of statuses too. */
const bare = (name: string) =>
  (name.length > longestName ? '' : name)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')

const ofName = new Map(statusNames.map((name, index) => [bare(name), index]))

/** Names of lists in other programs, by the status that they mean. */
const otherNames: Record<(typeof statusNames)[number], string> = {
  'To do': 'todos, to dos, backlog, open, not started, up next, next, planned, ready',
  Doing:
    'in progress, in process, in work, in arbeit, wip, work in progress, ongoing, under way, started, active',
  Done: 'completed, complete, finished, closed, shipped, resolved',
}

const meaning = new Map([
  ...statusNames.flatMap((name, index) =>
    otherNames[name].split(', ').map((other): [string, number] => [bare(other), index]),
  ),
  ...ofName,
])

export const isStatus = (name: string) => ofName.has(bare(name))

/** The status for each list. */
interface Choice {
  /** The index of the status that a list becomes. */
  statusOf(list: string): number
  /** Throws if a list was chosen that the file, with these lists, does not have. */
  requireLists(names: readonly string[]): void
}

/** In a message. */
const maxNames = 10

/**
 * Parses `Backlog:To do,Review:Doing`. Other lists become the status that their name means, or else the first.
 * Names may contain commas and colons, because only the name of a status ends a pair.
 */
export function readChoice(lists = ''): Choice {
  const chosen = new Map<string, number>()
  const pair = new RegExp(`([^]*?):\\s*(${statusNames.join('|')})\\s*(?:,|$)`, 'iy')
  while (pair.lastIndex < lists.length) {
    const [, list = '', status = ''] = pair.exec(lists) ?? []
    if (!status)
      throw invalid('lists', `must be pairs such as "Backlog:To do", with one of: ${statusNames.join(', ')}`)
    chosen.set(keyOf(list), ofName.get(bare(status)) ?? 0)
  }
  return {
    statusOf: (list) => chosen.get(keyOf(list)) ?? meaning.get(bare(list)) ?? 0,
    requireLists(names) {
      const known = new Set(names.map(keyOf))
      const unknown = chosen.keys().find((name) => !known.has(name))
      if (unknown === undefined) return
      const all = [...known].filter(Boolean).map((name) => `"${name}"`)
      const some = all.slice(0, maxNames).join(', ')
      const more = all.length > maxNames ? ` and ${all.length - maxNames} more` : ''
      throw invalid(
        'lists',
        `names "${cut(unknown)}", which this file does not have: ${some ? `it has ${some}${more}` : 'it has no lists'}`,
      )
    },
  }
}

/** As the answer shows it, so that what was shown can be chosen. */
const keyOf = (list: string) => cut(list.trim())

/** Titles and names in other programs may be longer. */
function cut(trimmed: string): string {
  if (trimmed.length <= longestTitle) return trimmed
  // An extremely long title is not read beyond its beginning.
  const points = Array.from(trimmed.slice(0, 2 * longestTitle + 2))
  return points.length > longestTitle
    ? `${points
        .slice(0, longestTitle - 1)
        .join('')
        .trimEnd()}…`
    : trimmed
}
