import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAccount } from '../../../src/server/accounts/administer.ts'
import { systemClock } from '../../../src/server/common/clock.ts'
import { openSqlite } from '../../../src/server/db/sqlite/sqlite.ts'
import { inboard } from '../../support/processes/command.ts'
import { cleanUp, newFolder, program } from '../../support/processes/process.ts'
import { backupOf, other } from '../backup/files.ts'
import { newShell } from './login/shells.ts'

afterAll(cleanUp)

let file: string
let backup: string
let environment: Record<string, string>
beforeAll(async () => {
  file = await other()
  environment = { DATABASE_URL: `sqlite:${file}` }
  const two = join(newFolder(), 'two.db')
  const db = await openSqlite(two)
  for (const email of ['bob@example.com', 'eve@example.com']) await addAccount(db, systemClock, email)
  await db.close()
  backup = await backupOf(two)
})

const destroying: [question: string, ...words: string[]][] = [
  [
    'Permanently delete the account of ada@example.com and everything in it?',
    ...['users', 'delete', 'ada@example.com'],
  ],
  ['Move the data of all nodes back to the coordinator? Writes wait meanwhile.', 'distribute', '--undo'],
]

test.each(destroying)('%s Without a terminal, nothing is done', async (question, ...words) => {
  const before = readFileSync(file)
  for (const input of ['', 'y\n'.repeat(100)])
    expect(await inboard(words, { environment, input })).toEqual({
      code: 2,
      told: '',
      complaint: `${question} There is no terminal to ask, so nothing was done. To confirm, add --yes.\n`,
    })
  expect(readFileSync(file).equals(before)).toBe(true)
})

test('a restore over existing data needs a terminal or --yes', async () => {
  const before = readFileSync(file)
  const question = `Replace ${file}, which has 1 account, with the backup?`
  for (const [shell, ...words] of [
    ['exec "$@"', 'restore', backup],
    ['yes | "$@"', 'restore', backup],
  ] as const)
    expect(
      await inboard(['-c', shell, 'sh', ...program, ...words], { environment, program: ['sh'] }),
    ).toMatchObject({ code: 2, told: '', complaint: expect.stringContaining(question) })
  expect(readFileSync(file).equals(before)).toBe(true)
})

test('on a terminal, anything but yes means no', async () => {
  const shell = newShell()
  const accounts = async () => {
    const { told } = await shell.run(['users', 'list', '--all', '--json'], { environment })
    return JSON.parse(told).users.length
  }
  for (const input of ['n\n', '\n', '\x04', 'yesterday\n']) {
    const { code, told } = await shell.onTerminal(['restore', backup], { environment, input })
    expect([input, code, told.replaceAll('\r', '')]).toEqual([
      input,
      1,
      expect.stringMatching(/with the backup\? \[y\/N\] (?:.|\n)*Nothing was done\.\n$/),
    ])
  }
  expect(await accounts()).toBe(1)
  // What it answers can go elsewhere: the question does not.
  const yes = await shell.onTerminal(['restore', backup, '|', 'cat'], { environment, input: 'y\n' })
  expect(yes).toMatchObject({ code: 0, told: expect.stringContaining('Restored to ') })
  expect(await accounts()).toBe(2)
})

test('--yes asks no question', async () => {
  expect(await inboard(['users', 'delete', '--yes', 'bob@example.com'], { environment })).toEqual({
    code: 0,
    told: 'Deleted the account of bob@example.com and everything in it.\n',
    complaint: '',
  })
})
