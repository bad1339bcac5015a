import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeClone } from '../../support/processes/clone.ts'

const { folder: clone, remove } = makeClone()
afterAll(remove)

const run = (script: string) => {
  const { status, stderr } = spawnSync(process.execPath, [script], { cwd: clone, encoding: 'utf8' })
  return { status, stderr }
}
const build = () => run('scripts/build.js')
const built = () => readdirSync(join(clone, 'dist/assets')).sort()

test('the app is built if it is missing or something has changed, and otherwise left alone', () => {
  expect(build()).toEqual({ status: 0, stderr: '' })
  const first = built()
  const plain = first.filter((file) => /\.(?:js|css)$/.test(file))
  expect(plain.some((file) => file.endsWith('.js')) && plain.some((file) => file.endsWith('.css'))).toBe(true)
  expect(first).toEqual(plain.flatMap((file) => [file, `${file}.br`, `${file}.gz`]))
  rmSync(join(clone, 'dist/assets', first[0] ?? ''))
  build()
  expect(built()).toEqual(first.slice(1))

  appendFileSync(join(clone, 'src/web/main.tsx'), '\ndocument.title = "changed"\n')
  build()
  expect(built()).toHaveLength(first.length)
  expect(built()).not.toEqual(first)
})

test('the service worker has every file of its build, and differs from that of any other build', () => {
  build()
  const worker = () => readFileSync(join(clone, 'dist/sw.js'), 'utf8')
  const first = worker()
  const files = built().filter((file) => /\.(?:js|css)$/.test(file))
  expect(files.filter((file) => !first.includes(`"assets/${file}"`))).toEqual([])
  expect(first).not.toMatch(/\bimport\b|\bexport\b|__BUILD__/)

  rmSync(join(clone, 'dist'), { recursive: true })
  build()
  expect(worker()).toBe(first)

  // Another version of the same app, another page with the same files, another worker with the same page.
  const seen = new Set([first])
  for (const [file, before, after] of [
    ['package.json', /"version": ".*?"/, '"version": "99.0.0"'],
    ['src/web/index.html', 'One inbox', 'An inbox'],
    ['src/web/worker/sw.ts', 'status === 401', 'status === 402'],
  ] as const) {
    const path = join(clone, file)
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, text.replace(before, after))
    build()
    seen.add(worker())
  }
  expect(seen.size).toBe(4)
})

test('a failed build is reported, and the previous app stays', () => {
  const before = built()
  appendFileSync(join(clone, 'src/web/main.tsx'), '\nimport "./nowhere.ts"\n')
  const { status, stderr } = build()
  expect(status).toBe(1)
  expect(stderr).toContain('nowhere.ts')
  expect(stderr).toContain('The web app could not be built (see above).')
  expect(built()).toEqual(before)
  expect(readdirSync(clone).filter((name) => name.startsWith('dist-'))).toEqual([])
  expect(existsSync(join(clone, 'dist/index.html'))).toBe(true)
})
