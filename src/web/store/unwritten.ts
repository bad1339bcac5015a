import { ours } from '../device/base.ts'
import { keep } from '../device/local-storage.ts'
import { tabName } from '../device/tab.ts'
import type { Kept } from './store.ts'

// What IndexedDB does not take, such as from a page that is older than the schema, waits in local storage for a page that can
// write it. Later versions must go on reading this, because the pages that write it can't change any more.

type Unwritten = Pick<Kept, 'waiting' | 'refused'>

const prefixOf = (userId: string) => `${ours}unwritten.${userId}.`
export const isUnwritten = (key: string | null, userId: string) => key?.startsWith(prefixOf(userId)) ?? false
const keysOf = (userId: string) => Object.keys(localStorage).filter((key) => isUnwritten(key, userId))

/** Replaces those of this tab. False if there is no room. */
export function keepUnwritten(userId: string, changes: Unwritten): boolean {
  const key = prefixOf(userId) + tabName()
  const text = changes.waiting.length + changes.refused.length > 0 ? JSON.stringify(changes) : null
  keep(key, text)
  return localStorage.getItem(key) === text
}

/** Those of all tabs. */
export function readUnwritten(userId: string): Unwritten {
  const all = keysOf(userId).map((key): Unwritten => JSON.parse(localStorage.getItem(key) ?? ''))
  return {
    waiting: all.flatMap(({ waiting }) => waiting),
    refused: all.flatMap(({ refused }) => refused),
  }
}

export const forgetUnwritten = (userId: string) => {
  for (const key of keysOf(userId)) keep(key, null)
}
