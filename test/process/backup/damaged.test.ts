import {
  closeSync,
  copyFileSync,
  openSync,
  readFileSync,
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
import { cleanUp, newFolder } from '../../support/processes/process.ts'
import { backupOf, command, crowdWith, other } from './files.ts'

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
    /^The backup cannot be used: file is not a database\./,
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
