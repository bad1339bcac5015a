import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const dist = resolve(import.meta.dirname, '../../dist')
const limit = 70_000

const weigh = (files: string[]) =>
  files.reduce((sum, file) => sum + readFileSync(resolve(dist, `${file}.gz`)).length, 0)

test('the script and style that the page begins with weigh no more than they may', () => {
  const page = readFileSync(resolve(dist, 'index.html'), 'utf8')
  const first = [...page.matchAll(/"\/(assets\/[^"]*\.(?:js|css))"/g)].map(([, file = '']) => file)
  const all = globSync('assets/*.{js,css}', { cwd: dist })
  const inKb = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
  console.log(
    `The web app, gzipped: ${inKb(weigh(first))} at first, of ${inKb(limit)} allowed; ${inKb(weigh(all))} with what follows`,
  )
  expect(first.length).toBeGreaterThan(1)
  expect(all.length).toBeGreaterThan(first.length)
  expect(weigh(first)).toBeLessThanOrEqual(limit)
})
