import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanUp, launch, newFolder, program } from '../../support/processes/process.ts'
import { eventually } from '../../support/service/inboard.ts'
import { command, countIn, crowdWith } from './files.ts'

afterAll(cleanUp)

let source: string
beforeAll(async () => {
  source = await crowdWith(20)
})

test('a backup creates its folder, and reports its contents', async () => {
  const file = join(newFolder(), 'new', 'backup.db')
  const { told } = await command(source, 'backup', file)
  expect(told).toMatch(
    new RegExp(`^${file}: 100 accounts, \\d+ projects, 2,000 cards, \\S+ MB, in \\S+ s, verified\\.\n$`),
  )
})

test('a backup takes the place of no file', async () => {
  const file = join(newFolder(), 'diary.txt')
  writeFileSync(file, 'Dear diary')
  const { code, complaint } = await command(source, 'backup', file)
  expect([code, complaint]).toEqual([1, `${file} already exists. Choose another name.\n`])
  expect(readFileSync(file, 'utf8')).toBe('Dear diary')
})

test('if a backup cannot be written, the error names the right place', async () => {
  const { code, complaint } = await command(source, 'backup', join(newFolder(), 'no', 'such', 'x.db'))
  expect(code).toBe(1)
  expect(complaint).toMatch(/^The folder \S+ does not exist and cannot be created: /)
  const full = await command(source, 'backup', '/dev/full')
  expect(full.complaint).toBe('/dev/full already exists. Choose another name.\n')
})

test('a failed backup leaves no file, and none of its series is removed', async () => {
  const folder = newFolder()
  const name = 'inboard-2020-01-01T00-00-00Z.db'
  writeFileSync(join(folder, name), '')
  const broken = join(newFolder(), 'inboard.db')
  copyFileSync(source, broken)
  writeFileSync(broken, Buffer.alloc(200_000, 'x'), { flag: 'r+' })
  const { code, told, complaint } = await command(broken, 'backup', '--keep', '1', folder)
  expect([code, told]).toEqual([1, ''])
  expect(complaint).toMatch(/not a database|damaged|malformed/)
  expect(readdirSync(folder)).toEqual([name])
})

test('an interrupted backup removes its files', async () => {
  const folder = join(newFolder(), 'new')
  const { child, exited } = await launch({
    command: [...program, 'backup', join(folder, 'backup.db')],
    environment: { DATABASE_URL: `sqlite:${source}` },
  })
  await eventually(() => existsSync(folder) || undefined, 'it to begin')
  child.kill('SIGTERM')
  const { code } = await exited
  // It may have been faster than the signal: then the whole backup is there, which has its name only when it is done.
  expect([0, 143]).toContain(code)
  const left = readdirSync(folder)
  expect(left).toEqual(left.length > 0 || code === 0 ? ['backup.db'] : [])
  for (const name of left) expect(countIn(join(folder, name))).toBe(countIn(source))
})
