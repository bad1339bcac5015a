import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
