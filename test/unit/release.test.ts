import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checksums, notesOf } from '../../scripts/release/papers.ts'
import { root } from '../support/processes/process.ts'

const changelog =
  '# Changelog\n\n## Not released yet\n\nSoon.\n\n## 1.10.0\n\nMore.\n\n### Fixed\n\nA bug.\n\n## 1.1.0\n\nLess.\n'

test('the notes of a release are its part of the changelog', () => {
  expect(notesOf(changelog, '1.10.0')).toBe('More.\n\n### Fixed\n\nA bug.')
  expect(notesOf(changelog, '1.1.0')).toBe('Less.')
  expect(notesOf(changelog, '1.1')).toBeUndefined()
})

test('checksums are lines that sha256sum can check', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'inboard-checksums-'))
  writeFileSync(join(folder, 'a'), 'abc')
  expect(await checksums(folder, ['a'])).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  a\n',
  )
  rmSync(folder, { recursive: true })
})

describe('the workflows', () => {
  const folder = join(root, '.github/workflows')
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  const all = texts.join('\n')

  test('pin what others have written to a commit', () => {
    const used = [...all.matchAll(/uses: (\S+)/g)].map(([, name = '']) => name)
    expect(used.length).toBeGreaterThan(5)
    expect(used.filter((name) => !name.startsWith('./') && !/@[0-9a-f]{40}$/.test(name))).toEqual([])
  })

  test('may only read, but for the jobs that say otherwise', () => {
    for (const text of texts) expect(text).toMatch(/^permissions:\n {2}contents: read\n/m)
  })

  test('run scripts that are there', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const run = [...all.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name)
    expect(run.filter((name) => !(name in scripts))).toEqual([])
    const files = [...all.matchAll(/node (scripts\/\S+\.js)/g)].map(([, file = '']) => file)
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })
})
