import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { folderFor, writeWhole } from '../account/login-file.ts'

// A cache of project titles, for completion in the shell.

const file = () => join(folderFor('CACHE'), 'projects')

/** One title per line. Those with control characters cannot be typed anyway. */
export function rememberProjects(projects: readonly { title: string }[]): void {
  const text = projects
    .map(({ title }) => title)
    .filter((title) => !/\p{Cc}/u.test(title))
    .map((title) => `${title}\n`)
    .join('')
  try {
    if (text !== knownProjects()?.text || isOld()) writeWhole(file(), text)
  } catch {
    // Only a convenience.
  }
}

export function knownProjects(): { text: string; isFresh: boolean } | undefined {
  try {
    return { text: readFileSync(file(), 'utf8'), isFresh: !isOld() }
  } catch {
    return undefined
  }
}

const aMinute = 60_000
const isOld = () => Date.now() - (statSync(file(), { throwIfNoEntry: false })?.mtimeMs ?? 0) > aMinute
