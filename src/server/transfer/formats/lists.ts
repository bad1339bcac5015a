import { longestTitle } from '../../../contract/plain/limits.ts'
import { statusNames } from '../../../contract/plain/statuses.ts'
import { invalid } from '../../common/problems.ts'

/** In characters. A longer name is never that of a status. */
const longestName = 100

/** Only letters and digits count, so "To Do", "to-do" and "✅ Done" are names of statuses too. */
const bare = (name: string) =>
  (name.length > longestName ? '' : name)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')

const ofName = new Map(statusNames.map((name, index) => [bare(name), index]))

/** What other programs call their lists, by the status that they mean. */
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

/** Which list goes to which status. */
export interface Choice {
  /** The index of the status that a list becomes. */
  statusOf(list: string): number
  /** Throws if a list was chosen that the file, with these lists, does not have. */
  requireLists(names: readonly string[]): void
}

/** In a message. */
const mostNamed = 10

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
      const some = all.slice(0, mostNamed).join(', ')
      const more = all.length > mostNamed ? ` and ${all.length - mostNamed} more` : ''
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
export function cut(trimmed: string): string {
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
