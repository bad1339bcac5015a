import { chmodSync, copyFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { inboard } from '../../support/processes/command.ts'
import { cleanUp, newFolder, program } from '../../support/processes/process.ts'
import { unprivileged } from '../../support/processes/unprivileged.ts'
import { countIn, other } from '../backup/files.ts'

const readOnly: string[] = []
afterAll(() => {
  for (const folder of readOnly) chmodSync(folder, 0o755)
  cleanUp()
})

let source: string
let folder: string
beforeEach(async () => {
  source = await other()
  folder = newFolder()
})

/** Puts what there is of a database into a folder where nothing can be written. */
function protect(...endings: string[]): void {
  for (const ending of ['', ...endings]) {
    copyFileSync(source + ending, join(folder, `inboard.db${ending}`))
    chmodSync(join(folder, `inboard.db${ending}`), 0o444)
  }
  chmodSync(folder, 0o555)
  readOnly.push(folder)
}

const run = (...words: string[]) =>
  inboard(words, {
    environment: { DATABASE_URL: `sqlite:${join(folder, 'inboard.db')}` },
    program: [...unprivileged, ...program],
  })

/** A server that has written to it, and that still runs. */
function write(): DatabaseSync {
  const database = new DatabaseSync(source)
  database.exec(`pragma journal_mode = wal; update users set email = 'bob@example.com'`)
  return database
}

test('commands that only read work where nothing can be written', async () => {
  protect()
  const backup = join(newFolder(), 'backup.db')
  const copy = join(newFolder(), 'copy.db')
  for (const [words, sentence] of [
    [['users', 'list', '--all'], 'ada@example.com'],
    [['users', 'show', 'ada@example.com'], 'ada@example.com'],
    [['export', 'ada@example.com'], '"email": "ada@example.com"'],
    [['backup', backup], '1 account, '],
    [['copy', '--from', `sqlite:${join(folder, 'inboard.db')}`, '--to', `sqlite:${copy}`], 'Done: '],
  ] as const)
    expect([words, await run(...words)]).toEqual([
      words,
      { code: 0, told: expect.stringContaining(sentence), complaint: expect.any(String) },
    ])
  expect(countIn(backup)).toBe(0)
  expect(readdirSync(folder)).toEqual(['inboard.db'])

  // What writes says why it cannot.
  const adding = await run('users', 'add', 'bob@example.com')
  expect(adding).toMatchObject({ code: 1, complaint: expect.stringMatching(/readonly|read-only/) })
})

test('the latest writes of a running server are read too, if its files are there', async () => {
  const server = write()
  protect('-wal', '-shm')
  server.close()
  expect(await run('users', 'list', '--all')).toMatchObject({
    code: 0,
    told: expect.stringContaining('bob@example.com'),
  })
})

test('a log that cannot be read where nothing can be written is not passed over', async () => {
  const server = write()
  protect('-wal')
  server.close()
  for (const words of [
    ['users', 'list'],
    ['backup', join(newFolder(), 'backup.db')],
  ])
    expect(await run(...words)).toEqual({
      code: 1,
      told: '',
      complaint: `${join(folder, 'inboard.db')} can be read only together with its log, inboard.db-wal, and for that SQLite has to write in ${folder}. Make that folder writable, or copy both files to one that is.\n`,
    })
})

test('to a user who may not see it, the database is not missing', async () => {
  protect()
  chmodSync(folder, 0)
  const reason = `cannot be opened: EACCES: permission denied, stat '${join(folder, 'inboard.db')}'`
  const complaint = `The database ${reason}. Run this as the user that the server runs as.\n`
  for (const words of [
    ['users', 'list'],
    ['copy', '--from', `sqlite:${join(folder, 'inboard.db')}`, '--to', 'sqlite:nowhere.db'],
  ])
    expect(await run(...words)).toEqual({ code: 1, told: '', complaint })
  const { findings } = JSON.parse((await run('doctor', '--json')).told)
  expect(findings).toContainEqual({
    about: 'database',
    is: 'problem',
    says: reason,
    todo: 'Run Inboard as the user who owns this file or folder, or change its owner with chown.',
  })
})

test('the doctor says to change the owner of a database that it may not read', async () => {
  protect()
  chmodSync(join(folder, 'inboard.db'), 0)
  const { findings } = JSON.parse((await run('doctor', '--json')).told)
  expect(findings).toContainEqual({
    about: 'database',
    is: 'problem',
    says: `cannot be opened: EACCES: permission denied, access '${join(folder, 'inboard.db')}'`,
    todo: 'Run Inboard as the user who owns this file or folder, or change its owner with chown.',
  })
})
