import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, test } from 'vitest'
import { openSqlite } from '../../../src/server/db/sqlite/sqlite.ts'
import { explainStartError } from '../../../src/server/process/start-errors.ts'
import { cleanUp, newFolder, run, runInVain } from '../../support/processes/process.ts'
import { startTestInboard } from '../../support/service/inboard.ts'
import { backupOf, command } from '../backup/files.ts'
import { about, examined } from '../doctor/examining.ts'

afterAll(cleanUp)

test('a start names every mistake of the configuration at once, wherever it comes from, and ends with 1', async () => {
  const folder = newFolder()
  writeFileSync(join(folder, '.env'), 'MAX_PROJECTS=none\n')
  const environment = { PORT: '70000', JWT_SECRET: 'short-sesame', APP_URL: 'nowhere', LOG_LEVEL: 'loud' }
  expect(await runInVain({ folder, environment })).toEqual({
    code: 1,
    said: `
Inboard cannot start with this configuration:

  - PORT must be a whole number from 1 to 65535; it is "70000".
  - APP_URL must be an http:// or https:// URL without a query; it is "nowhere".
  - MAX_PROJECTS must be a whole number from 1 to 1000000; it is "none".
  - LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent; it is "loud".
  - JWT_SECRET must be at least 32 bytes; it has 12.

`,
  })
  expect(existsSync(join(folder, 'inboard.db'))).toBe(false)
})

/** What a process that fails so says before it ends. */
const refusal = (start: Promise<unknown>) =>
  start.then(
    () => 'nothing',
    (error: unknown) => explainStartError(error),
  )

test('a start on an IP of another machine says so', async () => {
  expect(await refusal(startTestInboard({ HOST: '203.0.113.1' }))).toMatch(
    /^HOST is not an address of this machine \(.+203\.0\.113\.1.+\)\.\n$/,
  )
})

test.each<[what: string, spoil: (folder: string) => string | undefined, sentence: RegExp]>([
  [
    'the data folder cannot be made',
    (folder) => {
      writeFileSync(join(folder, 'file'), '')
      return join(folder, 'file/data/inboard.db')
    },
    /^The database could not be opened: .+\. Check DATABASE_URL\.\n$/,
  ],
  [
    'the file is no database',
    (folder) => {
      writeFileSync(join(folder, 'inboard.db'), 'Dear diary, today was a day like any other. '.repeat(100))
      return undefined
    },
    /^The database could not be opened: \/.+\/inboard\.db: file is not a database\. This file is damaged, or .+ inboard restore FILE\n$/,
  ],
  [
    'the database is damaged',
    (folder) => {
      const file = join(folder, 'inboard.db')
      const database = new DatabaseSync(file)
      database.exec('create table migrations (name text not null primary key) strict; create table t (a)')
      database.close()
      const bytes = readFileSync(file)
      // The second page, which has the migrations.
      writeFileSync(file, bytes.fill(0xa5, 4096, 8192))
      return undefined
    },
    /^The database could not be opened: \/.+\/inboard\.db: database disk image is malformed\. This file .+ inboard restore FILE\n$/,
  ],
  [
    'the database belongs to another program',
    (folder) => {
      const database = new DatabaseSync(join(folder, 'inboard.db'))
      database.exec('create table orders (a); create table migrations (id integer, name text)')
      database.close()
      return undefined
    },
    /^The database belongs to another program: it has the tables migrations, orders, and none that .+ Give Inboard an empty database of its own in DATABASE_URL\.\n$/,
  ],
  [
    'the database is of a newer version',
    (folder) => {
      const database = new DatabaseSync(join(folder, 'inboard.db'))
      database.exec(`create table migrations (name text not null primary key) strict;
          insert into migrations values ('9999-the-future.sql')`)
      database.close()
      return undefined
    },
    /^The database is from a newer version of Inboard \(it has 9999-the-future\.sql\)\. Update Inboard, or restore a backup\.\n$/,
  ],
])('if %s, a start says so, and changes nothing', async (_what, spoil, sentence) => {
  const folder = newFolder()
  const file = spoil(folder) ?? join(folder, 'inboard.db')
  const tables = () => existsSync(file) && contentOf(file)
  const before = tables()
  expect(await refusal(openSqlite(file))).toMatch(sentence)
  expect(tables()).toEqual(before)
})

test('a start changes no byte of the database of another program', async () => {
  const file = join(newFolder(), 'inboard.db')
  const database = new DatabaseSync(file)
  database.exec('create table orders (a)')
  database.close()
  const before = readFileSync(file)
  await expect(openSqlite(file)).rejects.toThrow('belongs to another program')
  expect(readFileSync(file).equals(before)).toBe(true)
  expect(readdirSync(dirname(file))).toEqual(['inboard.db'])
})

test.each<[what: string, ...words: string[]]>([
  ['a start'],
  ['the doctor', 'doctor'],
  ['a restore', 'restore', import.meta.filename],
])('%s says what to do about a folder that has the name of the database', async (_what, ...words) => {
  const folder = newFolder()
  const file = join(folder, 'inboard.db')
  mkdirSync(file)
  const says = `DATABASE_URL must name a file, but ${file} is a folder. Docker creates one`
  if (words.length === 0) return expect((await runInVain({ folder })).said).toContain(says)
  const { told, complaint } = await command(file, ...words)
  expect(told + complaint).toContain(says)
})

test('a start says what to do about a folder that has the name of the secret', async () => {
  const folder = newFolder()
  mkdirSync(join(folder, 'jwt-secret'))
  const { said } = await runInVain({ folder })
  expect(said).toContain(`${join(folder, 'jwt-secret')}, where it is stored, is a folder. Remove the folder`)
})

test('if a folder has the name of the database, a start says so', async () => {
  const folder = join(newFolder(), 'inboard.db')
  mkdirSync(folder)
  expect(await refusal(openSqlite(folder))).toMatch(
    /^The database could not be opened: EISDIR.+\. Check DATABASE_URL\.\n$/,
  )
})

test('a database that is locked is told from one that is not there', () => {
  const error = Object.assign(new Error('/data/inboard.db: database is locked'), { code: 'ERR_SQLITE_ERROR' })
  expect(explainStartError(error)).toBe(
    'The database could not be opened: /data/inboard.db: database is locked. Another program has locked this file. Stop that program, or try again later.\n',
  )
})

test('a start without the rights for the data folder says whose user it needs', () => {
  const error = Object.assign(new Error("EACCES: permission denied, open '/data/inboard.db'"), {
    code: 'EACCES',
    syscall: 'open',
  })
  expect(explainStartError(error)).toBe(
    "The database could not be opened: EACCES: permission denied, open '/data/inboard.db'. Run Inboard as the user who owns this file or folder, or change its owner with chown.\n",
  )
})

describe('a server does not start with an empty database', () => {
  test.each<[what: string, spoil: (file: string) => void, says: string]>([
    ['in place of one that is missing', (file) => rmSync(file), 'does not exist'],
    ['in place of one that was emptied', (file) => truncateSync(file), 'is empty'],
  ])('%s', async (_what, spoil, says) => {
    const { database, folder, kill } = await run()
    await kill('SIGTERM')
    const backup = await backupOf(database)
    spoil(database)
    const lost = `${database} ${says}, but ${database}-mark says that there was a database.`
    const complaint = `${lost} If its disk is not mounted, mount it. If it is lost, restore a backup: inboard restore FILE. To begin with an empty one, remove ${database}-mark.`
    expect(await runInVain({ folder })).toEqual({ code: 1, said: `\n${complaint}\n\n` })
    expect(about(await examined({ DATABASE_URL: `sqlite:${database}` }), 'database')).toEqual([
      `problem: ${lost}`,
    ])
    expect(await command(database, 'users', 'list')).toMatchObject({ code: 1, complaint: `${complaint}\n` })

    expect(await command(database, 'restore', backup)).toMatchObject({ code: 0 })
    await (await run({ folder })).kill('SIGTERM')
    rmSync(database)
    rmSync(`${database}-mark`)
    await (await run({ folder })).kill('SIGTERM')
  })
})

test('if another program has locked the database, a start says so', async () => {
  const file = join(newFolder(), 'inboard.db')
  await (await openSqlite(file)).close()
  const other = new DatabaseSync(file)
  other.exec('begin immediate')
  const said = await refusal(openSqlite(file))
  other.close()
  expect(said).toContain(`The database could not be opened: ${file}: database is locked.`)
})

/** Of a database its tables, of any other file its text. */
function contentOf(file: string): unknown {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return database.prepare('select sql from sqlite_schema').all()
  } catch {
    return readFileSync(file, 'utf8')
  } finally {
    database.close()
  }
}
