import { dirname, join } from 'node:path'

/** What is known of a change, to find the tests that are nearest to it. */
export interface Change {
  path: string
  /** The names of the tests that came with the commit. */
  titles: string[]
  /** The tests that it touched. */
  touched: string[]
}

/** More of them would take as long as all. */
const most = 8

/** Folders that say where a file is, and nothing about its subject. */
const commonWords = new Set([
  'src',
  'test',
  'server',
  'web',
  'api',
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

/** The quick tests that are likeliest to notice, best first: by the names of tests, by imports and by the words of paths. */
export function nearestTests(change: Change, tests: ReadonlyMap<string, string>): string[] {
  const isInBrowsers = /^src\/(web|client|contract)\//.test(change.path)
  return [...tests]
    .filter(([path]) => path.endsWith('.test.ts') && !/^test\/(long|faults)\//.test(path))
    .filter(([path]) => isInBrowsers || !path.startsWith('test/browser/'))
    .map(([path, text]) => ({ path, score: score(change, path, text) }))
    .filter((test) => test.score > 0)
    .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1))
    .slice(0, most)
    .map(({ path }) => path)
}

function score({ path, titles, touched }: Change, test: string, text: string): number {
  const byTitle = titles.some((title) => text.includes(title)) ? 20 : 0
  const byImport = importsOf(test, text).includes(path) ? 10 : 0
  const byTouch = touched.includes(test) ? 8 : 0
  const file = path.slice(path.lastIndexOf('/') + 1)
  const words = wordsOf(test)
  const byName = wordsOf(file).intersection(words).size * 4
  const byFolder = wordsOf(dirname(path)).intersection(words).size * 2
  return byTitle + byImport + byTouch + byName + byFolder
}

const importsOf = (test: string, text: string) =>
  [...text.matchAll(/from '(\.[^']+)'/g)].map(([, to = '']) => join(dirname(test), to))
