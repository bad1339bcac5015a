import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { folderFor, writeWhole } from '../login-file.ts'

// The titles of the projects as they last were, for a shell that completes them.

const file = () => join(folderFor('CACHE'), 'projects')

/** A line for each. One with a newline in it cannot be typed anyway. */
export function rememberProjects(projects: readonly { title: string }[]): void {
  const text = projects
    .map(({ title }) => title)
    .filter((title) => !/\p{Cc}/u.test(title))
    .map((title) => `${title}\n`)
    .join('')
  try {
    if (text !== knownProjects()?.text || isOld()) writeWhole(file(), text)
  } catch {
    // It is only a convenience.
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
