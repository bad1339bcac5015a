import { spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

// A clone in which everything is installed and nothing is built.
let clone: string
beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), 'inboard-'))
  for (const part of [
    'src',
    'scripts',
    'vite.config.ts',
    'tsconfig.json',
    'package.json',
    'package-lock.json',
  ])
    cpSync(join(root, part), join(clone, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'))
})
afterAll(() => rmSync(clone, { recursive: true }))

const run = (script: string) => {
  const { status, stderr } = spawnSync(process.execPath, [script], { cwd: clone, encoding: 'utf8' })
  return { status, stderr }
}
const build = () => run('scripts/build.js')
const built = () => readdirSync(join(clone, 'dist/assets')).sort()

test('a server without the built app does not start, and says what is missing', () => {
  const { status, stderr } = run('src/server/main.ts')
  expect([status, stderr.trim()]).toEqual([1, 'The web app is not built yet: npm run build'])
})

test('the app is built where it is missing, left alone while nothing changes, and built again when something does', () => {
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

test('what cannot be built is said, and the app that was there stays', () => {
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
