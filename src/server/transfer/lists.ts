import { statusNames } from '../../contract/statuses.ts'
import { invalid } from '../problems.ts'

/** In characters. A longer name is that of no status, whatever is around its letters. */
const longestName = 100

/** "To Do", "to-do" and "✅ Done" are the names of statuses, too: what counts are letters and digits. */
const bare = (name: string) =>
  (name.length > longestName ? '' : name)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')

const ofName = new Map(statusNames.map((name, index) => [bare(name), index]))

export const isStatus = (name: string) => ofName.has(bare(name))

/** Which status, by its rank, the lists of a file become. */
export type Choice = (list: string) => number

/**
 * As chosen: `Backlog:To do,Review:Doing`. A list that is not mentioned becomes the status of the same name, else the first.
 * Names may contain commas and colons, as only the names of statuses end a pair.
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
  return (list) => chosen.get(list.trim()) ?? ofName.get(bare(list)) ?? 0
}
