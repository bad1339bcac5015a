import { basename } from 'node:path'
import type { Hunk } from './hunks.ts'

export interface Undone {
  path: string
  /** The line, counted from 1. */
  line: number
  /** The whole file, with the hunk undone. */
  text: string
}

/**
 * How many lines around a hunk must be the same: many where they are, few where the neighbourhood has changed
 * since.
 */
const contexts = [3, 2, 1, 0]

/** Without a neighbourhood, a short line is found by accident. */
const tellingLength = 25

/**
 * Undoes a hunk in the files of today, of which it may be in another by now. `then` is its file right after
 * the commit. Nothing, if it is not found, or found twice.
 */
export function undo(hunk: Hunk, then: string, today: ReadonlyMap<string, string>): Undone | undefined {
  const lines = then.split('\n')
  const end = hunk.at + hunk.added.length
  for (const context of contexts) {
    const before = lines.slice(Math.max(0, hunk.at - context), hunk.at)
    const sought = [...before, ...hunk.added, ...lines.slice(end, end + context)]
    if (context === 0 && !hunk.added.some((line) => line.trim().length >= tellingLength)) continue
    const places = likeliestFirst(hunk.path, today).map((files) =>
      files.flatMap(([path, text]) => occurrences(sought, text).map((at) => ({ path, text, at }))),
    )
    const [place, another] = places.find((found) => found.length > 0) ?? []
    if (another) return undefined
    if (place) {
      const now = place.text.split('\n')
      const at = place.at + before.length
      now.splice(at, hunk.added.length, ...hunk.removed)
      return { path: place.path, line: at + 1, text: now.join('\n') }
    }
  }
  return undefined
}

/** The file of the same path, those of the same name, and all others. */
function likeliestFirst(path: string, today: ReadonlyMap<string, string>): [string, string][][] {
  const files = [...today]
  const isNamesake = ([other]: [string, string]) => basename(other) === basename(path)
  return [
    files.filter(([other]) => other === path),
    files.filter((file) => file[0] !== path && isNamesake(file)),
    files.filter((file) => !isNamesake(file)),
  ]
}

/** The lines at which these lines begin, however deep they are indented. */
function occurrences(sought: string[], text: string): number[] {
  const wanted = sought.map((line) => line.trim())
  const lines = text.split('\n').map((line) => line.trim())
  return lines.flatMap((_, at) => (wanted.every((line, index) => lines[at + index] === line) ? [at] : []))
}
