import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutLeftovers } from '../../../src/server/common/files.ts'
import { cleanUp, newFolder } from '../../support/processes/process.ts'
import { command, crowdWith } from './files.ts'

afterAll(cleanUp)

let source: string
beforeAll(async () => {
  source = await crowdWith(1)
})

test('a backup of a series has the time in its name, and the oldest go', async () => {
  const folder = newFolder()
  const strangers = ['inboard.db', 'inboard-notes.db', 'other-2020-01-01T00-00-00Z.db']
  const old = ['01', '02', '03'].map((day) => `inboard-2020-01-${day}T00-00-00Z.db`)
  for (const name of [...strangers, ...old]) writeFileSync(join(folder, name), '')
  const { told } = await command(source, 'backup', '--keep', '2', '--json', folder)
  const { file, removed } = JSON.parse(told)
  expect(removed).toEqual(old.slice(0, 2))
  expect(file).toMatch(/\/inboard-2\d{3}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.db$/)
  expect(readdirSync(folder).sort()).toEqual([...strangers, old[2], file.split('/').at(-1)].sort())

  const named = await command(source, 'backup', '--keep', '1', join(folder, 'nightly.db'))
  expect(named.told).toMatch(/\/nightly-2\d{3}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.db: /)
})

test('a backup never removes itself, and names a backup that seems to be from the future', async () => {
  const folder = newFolder()
  const [past, future] = ['inboard-2020-01-01T00-00-00Z.db', 'inboard-2999-01-01T00-00-00Z.db']
  for (const name of [past, future]) writeFileSync(join(folder, name), '')
  const two = await command(source, 'backup', '--keep', '2', '--json', folder)
  const made = JSON.parse(two.told)
  expect([two.code, made.removed]).toEqual([0, [past]])
  expect(two.complaint).toBe(
    `${join(folder, future)} has a later time in its name than this backup. If the clock of this machine was wrong, remove or rename that file: --keep takes it for newer than it is.\n`,
  )
  expect(readdirSync(folder)).toEqual([made.file.split('/').at(-1), future])

  const one = await command(source, 'backup', '--keep', '1', '--json', folder)
  expect(one.code).toBe(0)
  expect(readdirSync(folder)).toEqual([JSON.parse(one.told).file.split('/').at(-1)])
})

test('a backup says that it is complete if an older one cannot be removed', async () => {
  const folder = newFolder()
  mkdirSync(join(folder, 'inboard-2020-01-01T00-00-00Z.db'))
  const { code, complaint } = await command(source, 'backup', '--keep', '1', folder)
  expect([code, complaint]).toEqual([
    1,
    expect.stringMatching(
      /^The backup inboard-2.+ is complete, but an older one could not be removed: .+EISDIR.+\n$/,
    ),
  ])
})

test('an unexpected error names its command, and shows no stack', async () => {
  const loop = join(newFolder(), 'loop')
  symlinkSync(loop, loop)
  expect(await command(source, 'restore', loop)).toEqual({
    code: 1,
    told: '',
    complaint: `"inboard restore" failed: ELOOP: too many symbolic links encountered, stat '${loop}'\n`,
  })
})

test('the error of a command is not hidden by one of cleaning up after it', async () => {
  const work = withoutLeftovers(
    () => {
      throw new Error('there is nothing to remove')
    },
    () => Promise.reject(new Error('the folder is closed')),
  )
  await expect(work).rejects.toThrow('the folder is closed')
})

test('creates its folder, and waits until each backup can have its own name', async () => {
  const folder = join(newFolder(), 'nightly')
  const make = () => command(source, 'backup', '--keep', '7', folder)
  const codes = (await Promise.all([make(), make()])).map(({ code }) => code)
  // Two that began within the same second may choose the same name: then one of them is refused, and neither is lost.
  expect(codes).toContain(0)
  const made = readdirSync(folder).filter((name) => name.endsWith('.db'))
  expect(made).toHaveLength(codes.filter((code) => code === 0).length)
  expect((await make()).code).toBe(0)
  expect(readdirSync(folder)).toHaveLength(made.length + 1)
})

test('the next backup removes the remains of a killed one, and nothing else', async () => {
  const folder = newFolder()
  const [killed, ended] = [1, 2].map(
    (day) => `inboard-2020-01-0${day}T00-00-00Z.db.unfinished-${2 ** 22 + day}`,
  )
  const others = ['inboard.db.unfinished-1', `inboard-2020-01-03T00-00-00Z.db.unfinished-${process.pid}`]
  for (const name of [`${killed}`, `${ended}-journal`, ...others]) writeFileSync(join(folder, name), '')
  const { told } = await command(source, 'backup', '--keep', '1', '--json', folder)
  expect(JSON.parse(told).removed).toEqual([])
  const left = readdirSync(folder).filter((name) => name.includes('unfinished'))
  expect(left.sort()).toEqual(others.sort())
})
