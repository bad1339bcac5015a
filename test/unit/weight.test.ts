import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const dist = resolve(import.meta.dirname, '../../dist')
const limit = 45_000

test('all script and style of the web app weigh no more than they may', () => {
  const files = globSync('assets/*.{js,css}.gz', { cwd: dist })
  const sizes = files.map((file) => readFileSync(resolve(dist, file)).length)
  const whole = sizes.reduce((sum, size) => sum + size, 0)
  console.log(`The web app: ${(whole / 1000).toFixed(1)} kB gzipped, of ${limit / 1000} kB allowed`)
  expect(files.length).toBeGreaterThan(1)
  expect(whole).toBeLessThanOrEqual(limit)
})
