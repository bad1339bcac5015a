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

/** Maps a list to the index of its status. */
export type Choice = (list: string) => number

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
    chosen.set(list.trim(), ofName.get(bare(status)) ?? 0)
  }
  return (list) => chosen.get(list.trim()) ?? meaning.get(bare(list)) ?? 0
}
