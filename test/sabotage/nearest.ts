import { dirname, join } from 'node:path'

/** The facts about a change, to find the nearest tests. */
interface Change {
  path: string
  /** The names of the tests that came with the commit. */
  titles: string[]
  /** The tests that it touched. */
  touched: string[]
}

/** More of them would take as long as all. */
const most = 6

/** Folders that say where a file is, and nothing about its subject. */
const commonWords = new Set([
  'src',
  'test',
  'server',
  'web',
  'api',
  'rules',
  'unit',
  'browser',
  'process',
  'http',
  'index',
  'tsx',
  'ts',
])

const wordsOf = (path: string) =>
  new Set(path.split(/\W+/).filter((word) => word.length > 2 && !commonWords.has(word)))

/** The names of the tests that a diff adds. */
export const titlesIn = (diff: string): string[] =>
  [...diff.matchAll(/^\+\s*(?:test|it)(?:\.\w+)*\(\s*(['"`])(.{12,}?)\1/gm)].map(([, , title = '']) => title)

/** The quick tests that are likeliest to notice, best first: by the names of tests, by imports and by words. */
export function nearestTests(change: Change, tests: ReadonlyMap<string, string>): string[] {
  const mayNotice = testsOf(change.path)
  const possible = [...tests].filter(([path]) => path.endsWith('.test.ts') && mayNotice.test(path))
  const weigh = weightsOf(possible.map(([path]) => path))
  return possible
    .map(([path, text]) => ({ path, score: score(change, path, text, weigh) }))
    .filter((test) => test.score > 0)
    .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1))
    .slice(0, most)
    .map(({ path }) => path)
}

/** Only browsers and unit tests load the web app, and only programs the server. */
function testsOf(path: string): RegExp {
  if (path.startsWith('src/web/')) return /^test\/(browser|unit)\//
  if (/^src\/(client|contract)\//.test(path)) return /^test\/(?!long|faults)/
  return /^test\/(?!long|faults|browser)/
}

/** A word that occurs in many paths says little about each. */
function weightsOf(paths: string[]): (word: string) => number {
  const counts = Map.groupBy(
    paths.flatMap((path) => [...wordsOf(path)]),
    (word) => word,
  )
  return (word) => Math.min(1, most / (counts.get(word)?.length ?? 1))
}

function score(
  { path, titles, touched }: Change,
  test: string,
  text: string,
  weigh: (word: string) => number,
): number {
  const byTitle = titles.some((title) => text.includes(title)) ? 20 : 0
  const byImport = importsOf(test, text).includes(path) ? 10 : 0
  const byTouch = touched.includes(test) ? 8 : 0
  const shared = (words: Set<string>) =>
    [...words.intersection(wordsOf(test))].reduce((sum, word) => sum + weigh(word), 0)
  const name = wordsOf(path.slice(path.lastIndexOf('/') + 1))
  const byText = [...name].filter((word) => text.includes(` ${word}`)).length
  return byTitle + byImport + byTouch + 4 * shared(name) + 2 * shared(wordsOf(dirname(path))) + byText
}

const importsOf = (test: string, text: string) =>
  [...text.matchAll(/from '(\.[^']+)'/g)].map(([, to = '']) => join(dirname(test), to))
