import { existsSync, linkSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CommandError } from '../../../src/server/common/command-error.ts'
import { openSqlite } from '../../../src/server/db/sqlite/sqlite.ts'
import { freePort } from '../../support/network/free-port.ts'
import { cleanUp, newFolder } from '../../support/processes/process.ts'
import { CopyServer, copy, newFile, rowsIn, start } from './copying.ts'

const password = 'open-sesame'

let postgres: CopyServer
/** With one row. */
let original: string
beforeAll(async () => {
  postgres = await CopyServer.start()
  original = await file(
    `insert into users (id, email, passkey_handle, created_at) values ('a', 'ada@example.com', '', '')`,
  )
})
afterAll(cleanUp)

const source = () => `sqlite:${original}`
const target = () => `sqlite:${newFile()}`

async function file(...statements: string[]): Promise<string> {
  const made = newFile()
  await (await openSqlite(made)).close()
  const database = new DatabaseSync(made)
  for (const sql of statements) database.exec(sql)
  database.close()
  return made
}
function foreign(content?: string): string {
  const path = join(newFolder(), 'foreign.db')
  if (content !== undefined) writeFileSync(path, content)
  else new DatabaseSync(path).exec('create table migrations (id integer, migration text); create table t (a)')
  return path
}
function linked(link: (to: string, path: string) => void): string {
  const path = join(newFolder(), 'linked.db')
  link(original, path)
  return path
}
const prose = 'Dear diary, '.repeat(1000)
const full = /^The target is not empty: its table "users" has rows\.$/

describe('refused with a sentence, and nothing done:', () => {
  test.each<[what: string, urls: () => string[] | Promise<string[]>, sentence: RegExp]>([
    [
      'a source file that is not there',
      () => ['sqlite:./nowhere.db', target()],
      /^The source does not exist: there is no file \S+nowhere\.db\.$/,
    ],
    [
      'a source database that is not there',
      () => [postgres.server.url('nowhere'), target()],
      /^The source cannot be used: database "nowhere" does not exist\.$/,
    ],
    [
      'a server that is not there',
      async () => [source(), `postgres://ada:${password}@localhost:${await freePort()}/x`],
      /^The target cannot be used: .*ECONNREFUSED.*\.$/,
    ],
    [
      'a wrong password',
      () => [source(), postgres.server.url('postgres').replace(password, `not-${password}`)],
      /^The target cannot be used: password authentication failed for user "inboard"\.$/,
    ],
    [
      'a source that is no database',
      () => [`sqlite:${foreign(prose)}`, target()],
      /^The source cannot be used: \/.+: file is not a database\.$/,
    ],
    [
      'an empty source file',
      () => [`sqlite:${foreign('')}`, target()],
      /^The source is not an Inboard database\.$/,
    ],
    [
      "another program's source",
      () => [`sqlite:${foreign()}`, target()],
      /^The source is not an Inboard database\.$/,
    ],
    [
      'an empty source database',
      async () => [postgres.server.url(await postgres.newDatabase()), target()],
      /^The source is not an Inboard database\.$/,
    ],
    [
      'an older source',
      async () => [`sqlite:${await file('delete from migrations')}`, target()],
      /^The source cannot be used: The database is from an older version: \d+ migrations? to apply\.$/,
    ],
    [
      'a newer source',
      async () => [`sqlite:${await file(`insert into migrations values ('9999-later.sql')`)}`, target()],
      /^The source cannot be used: The database is from a newer version of Inboard/,
    ],
    [
      'a source that was tampered with',
      async () => [`sqlite:${await file('alter table cards add colour text')}`, target()],
      /^The source has tables that differ from those of this version of Inboard \(cards\)\.$/,
    ],
    [
      'a target file with a row',
      async () => [
        source(),
        `sqlite:${await file(`insert into challenges values ('c', null, 'sign_in', '')`)}`,
      ],
      /^The target is not empty: its table "challenges" has rows\.$/,
    ],
    [
      "another program's target",
      () => [source(), `sqlite:${foreign()}`],
      /^The target is not empty: it has unknown tables \(t, migrations\)\.$/,
    ],
    [
      'a target that is no database',
      () => [source(), `sqlite:${foreign(prose)}`],
      /^The target cannot be used: \/.+: file is not a database\.$/,
    ],
    ['the same file twice', () => [source(), source()], full],
    ['the same file by a symbolic link', () => [`sqlite:${linked(symlinkSync)}`, source()], full],
    ['the same file by a hard link', () => [source(), `sqlite:${linked(linkSync)}`], full],
  ])('%s', async (_what, urls, sentence) => {
    const [from = '', to = ''] = await urls()
    const files = [from, to].map((url) => url.replace(/^sqlite:/, '')).filter((path) => existsSync(path))
    const before = files.map((path) => readFileSync(path))
    const error = (await copy(from, to).catch((reason: unknown) => reason)) as Error
    expect(error).toBeInstanceOf(CommandError)
    expect(error.message).toMatch(sentence)
    expect(error.message).not.toContain(password)
    expect(files.map((path) => readFileSync(path))).toEqual(before)
  })

  test('a target database with a row', async () => {
    const filled = await postgres.filledDatabase(original)
    const before = await postgres.dump(filled)
    expect(rowsIn(before)).toContain('users')
    await expect(copy(source(), postgres.server.url(filled))).rejects.toThrow(
      'The target is not empty: its table "users" has rows.',
    )
    expect(await postgres.dump(filled)).toEqual(before)
  })

  test("another program's target database, in which nothing is made", async () => {
    const name = await postgres.newDatabase()
    const client = await postgres.server.connect(name)
    await client.query('create table orders (id int)')
    await expect(copy(source(), postgres.server.url(name))).rejects.toThrow(
      'The target is not empty: it has unknown tables (orders).',
    )
    const { rows } = await client.query(`select tablename from pg_tables where schemaname = 'public'`)
    expect(rows).toEqual([{ tablename: 'orders' }])
    await client.end()
  })

  test('a source that is not there, which is not made either, and no stack is shown', async () => {
    const [missing, other] = [newFile(), newFile()]
    const { exited, stdout, stderr } = await start('--from', `sqlite:${missing}`, '--to', `sqlite:${other}`)
    expect((await exited).code).toBe(1)
    expect([stdout(), stderr()]).toEqual(['', `The source does not exist: there is no file ${missing}.\n`])
    expect([missing, other].map((path) => existsSync(path))).toEqual([false, false])
  })
})
