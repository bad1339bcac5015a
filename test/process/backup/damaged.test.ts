import { hash } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  closeSync,
  copyFileSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../../src/server/common/clock.ts'
import { CommandError } from '../../../src/server/common/command-error.ts'
import { restore } from '../../../src/server/operate/restore.ts'
import { inboard } from '../../support/processes/command.ts'
import { cleanUp, newFolder, program } from '../../support/processes/process.ts'
import { unprivileged } from '../../support/processes/unprivileged.ts'
import { backupOf, command, countIn, crowdWith, other } from './files.ts'

afterAll(cleanUp)

let whole: string
beforeAll(async () => {
  whole = await backupOf(await crowdWith(20))
})

function overwrite(file: string, position: number): void {
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(8192, 'x'), 0, 8192, position)
  closeSync(handle)
}

test.each<[what: string, damage: (file: string) => void, sentence: RegExp]>([
  ['is cut off', (file) => truncateSync(file, 300_000), /^The backup (?:is damaged|cannot be used): /],
  [
    'has a page of something else',
    (file) => overwrite(file, 400_000),
    /^The backup (?:is damaged|cannot be used): /,
  ],
  [
    'is no database',
    (file) => writeFileSync(file, 'Dear diary, '.repeat(1000)),
    /^The backup cannot be used: \/.+: file is not a database\./,
  ],
  ['is empty', (file) => truncateSync(file, 0), /not an Inboard database/],
])('a backup that %s is not restored, and changes nothing', async (_what, damage, sentence) => {
  const file = join(newFolder(), 'backup.db')
  copyFileSync(whole, file)
  damage(file)
  const target = await other()
  const before = readFileSync(target)
  const restoring = restore(
    file,
    { engine: 'sqlite', file: target },
    `${target}.before`,
    systemClock,
    () => {},
  )
  const error = (await restoring.catch((reason: unknown) => reason)) as Error
  expect(error).toBeInstanceOf(CommandError)
  expect(error.message).toMatch(sentence)
  expect(readFileSync(target).equals(before)).toBe(true)
})

test('nor is what another program made, which is told in a sentence', async () => {
  const target = await other()
  const before = readFileSync(target)
  const foreign = join(newFolder(), 'foreign.db')
  new DatabaseSync(foreign).exec('create table migrations (id integer); create table t (a)')
  expect(await command(target, 'restore', '--yes', foreign)).toEqual({
    code: 1,
    told: '',
    complaint: 'The backup is not an Inboard database.\n',
  })
  expect(readFileSync(target).equals(before)).toBe(true)
})

test('a folder is no backup, and what cannot be read is told in a sentence', async () => {
  const target = await other()
  const folder = newFolder()
  expect(await command(target, 'restore', '--yes', folder)).toEqual({
    code: 1,
    told: '',
    complaint: `${folder} is a folder. Choose one of the backups in it.\n`,
  })
  const file = join(folder, 'backup.db')
  copyFileSync(whole, file)
  chmodSync(file, 0)
  const environment = { DATABASE_URL: `sqlite:${target}` }
  const refused = await inboard(['restore', '--yes', file], {
    environment,
    program: [...unprivileged, ...program],
  })
  expect(refused).toMatchObject({
    code: 1,
    complaint: expect.stringMatching(/^The backup cannot be used: EACCES: permission denied/),
  })
})

test('any tool can open a backup', () => {
  const database = new DatabaseSync(whole, { readOnly: true })
  expect(database.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
  expect(database.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'delete' })
  database.close()
})

test('the line with a checksum, with which 0.10.1 ended its backups, is skipped', async () => {
  const file = join(newFolder(), 'backup.db')
  copyFileSync(whole, file)
  const start = '\nEnd of an Inboard backup. SHA-256 of all bytes before this:'
  appendFileSync(file, `${start.padEnd(63)}${hash('sha256', readFileSync(file))}\n`)
  const target = await other()
  expect(await command(target, 'restore', '--yes', file)).toMatchObject({ code: 0, complaint: '' })
  expect(countIn(target)).toBe(2000)
  expect(readFileSync(target).includes('SHA-256')).toBe(false)
})

test('a backup can be changed and restored', async () => {
  const [file, target] = [join(newFolder(), 'changed.db'), await other()]
  const database = new DatabaseSync(whole, { readOnly: true })
  database.exec(`vacuum into '${file}'`)
  database.close()
  const edited = new DatabaseSync(file)
  edited.exec(`update users set email = 'x' || email`)
  edited.close()
  expect(await command(target, 'restore', '--yes', file)).toMatchObject({ code: 0 })
  expect(countIn(target)).toBe(countIn(file))
})

test('over a damaged database nothing is restored until it was moved away, which is said', async () => {
  const target = join(newFolder(), 'inboard.db')
  writeFileSync(target, 'Dear diary, '.repeat(1000))
  expect(await command(target, 'restore', '--yes', whole)).toEqual({
    code: 1,
    told: '',
    complaint: `The present database cannot be read: ${target}: file is not a database. Move that file, and all whose names begin like it, to another folder, and run this again.\n`,
  })
  rmSync(target)
  expect(await command(target, 'restore', whole)).toMatchObject({ code: 0, complaint: '' })
})

test.each<[string, (file: string) => void]>([
  ['has a page of something else', (file) => overwrite(file, 16_384)],
  ['is no database', (file) => writeFileSync(file, 'Dear diary, '.repeat(1000))],
])('a backup of a database that %s names its file and makes nothing', async (_what, damage) => {
  const folder = newFolder()
  const file = join(folder, 'inboard.db')
  copyFileSync(whole, file)
  damage(file)
  const { code, complaint } = await command(file, 'backup', join(folder, 'backup.db'))
  expect([code, complaint]).toEqual([
    1,
    expect.stringContaining(`No backup was made, because ${file} is damaged or not a database (`),
  ])
  expect(readdirSync(folder).filter((name) => name.startsWith('backup'))).toEqual([])
})
