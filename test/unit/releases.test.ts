import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readMigrations } from '../../src/server/db/migrate.ts'
import { releases } from '../releases/release.ts'
import { root } from '../support/processes/process.ts'

const today = readMigrations('sqlite')

test('every release since 0.10.1 is among those that are tried here', () => {
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  const versions = [...changelog.matchAll(/^## ([\d.]+)$/gm)].map(([, version]) => version)
  expect(releases.map(({ version }) => version)).toEqual(
    versions.slice(0, versions.indexOf('0.10.1') + 1).reverse(),
  )
})

test('those of them that can be gone back to are as docs/operating.md says', () => {
  const mayWrite = releases.filter(({ migrations }) => {
    const newer = today.filter(({ name }) => !migrations.includes(name))
    return newer.length > 0 && newer.every(({ beside }) => beside && beside <= (migrations.at(-1) ?? ''))
  })
  const said = readFileSync(join(root, 'docs/operating.md'), 'utf8').replaceAll(/\s+/g, ' ')
  const versions = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
    mayWrite.map(({ version }) => version),
  )
  expect(/you can go back from this version to (.+?): stop this version/.exec(said)?.[1]).toBe(versions)
})

test.each(releases)('the migrations of $version have not been edited since', (release) => {
  const migrations = join(root, 'src/server/db/migrations')
  const hash = (file: string) =>
    createHash('sha256')
      .update(readFileSync(join(migrations, file)))
      .digest('hex')
  expect(Object.fromEntries(Object.keys(release.files).map((file) => [file, hash(file)]))).toEqual(
    release.files,
  )
})
