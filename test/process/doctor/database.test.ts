import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'
import { readMigrations } from '../../../src/server/db/migrate.ts'
import { openPostgres } from '../../../src/server/db/postgres/postgres.ts'
import { openSqlite } from '../../../src/server/db/sqlite/sqlite.ts'
import { sharedPostgres } from '../../support/databases/shared-postgres.ts'
import { freePort } from '../../support/network/free-port.ts'
import { cleanUp, newFolder } from '../../support/processes/process.ts'
import { about, examined } from './examining.ts'

afterAll(cleanUp)

const JWT_SECRET = 'one secret for every instance of this test'
const at = (file: string) => examined({ DATABASE_URL: `sqlite:${file}` })

test('one that cannot be reached is a problem', async () => {
  const DATABASE_URL = `postgres://ada:sesame@127.0.0.1:${await freePort()}/inboard`
  const findings = await examined({ DATABASE_URL, JWT_SECRET })
  expect(about(findings, 'database')).toEqual([
    expect.stringContaining('problem: cannot be opened: connect ECONNREFUSED'),
  ])
  expect(JSON.stringify(findings)).not.toContain('sesame')
})

test('reports a file that is not a database', async () => {
  const file = join(newFolder(), 'notes.txt')
  writeFileSync(file, 'Dear diary, '.repeat(1000), { mode: 0o644 })
  const findings = await at(file)
  expect(about(findings, 'database').join()).toMatch(/problem: .*notes\.txt: file is not a database/)
  expect(findings.find((one) => one.about === 'database')?.todo).toContain('inboard restore FILE')
})

test('one of another program is a problem', async () => {
  const foreign = join(newFolder(), 'foreign.db')
  new DatabaseSync(foreign).exec('create table t (a)')
  expect(about(await at(foreign), 'schema')).toEqual([
    'problem: the tables in this database belong to another program',
  ])
})

test('a secret that cannot be read is a problem', async () => {
  const folder = newFolder()
  mkdirSync(join(folder, 'jwt-secret'))
  expect(about(await at(join(folder, 'inboard.db')), 'configuration')).toContainEqual(
    expect.stringMatching(
      /^problem: JWT_SECRET is not set, and .+jwt-secret, where it is stored, is a folder\. Remove the folder/,
    ),
  )
})

test('a role that may not create tables is a problem on PostgreSQL', async () => {
  const postgres = await sharedPostgres()
  await postgres.createDatabase('narrow')
  const admin = await postgres.connect('narrow')
  await admin.query('create role "narrow role" login password \'open-sesame\'')
  await admin.end()
  const url = new URL(postgres.url('narrow'))
  Object.assign(url, { username: 'narrow role', password: 'open-sesame' })
  const findings = await examined({ DATABASE_URL: url.href, JWT_SECRET })
  expect(findings.filter((one) => one.about === 'schema')).toEqual([
    {
      about: 'schema',
      is: 'problem',
      says: 'the role narrow role may not create tables in the schema public',
      todo: 'Let its role create tables, as the owner of the database: grant usage, create on schema public to "narrow role"',
    },
  ])
})

test('the schema may be older, which the next start mends, but not newer', async () => {
  const file = join(newFolder(), 'inboard.db')
  await (await openSqlite(file, readMigrations('sqlite').slice(0, 2))).close()
  expect(about(await at(file), 'schema')).toEqual([
    expect.stringMatching(/^warning: The database is from an older version: \d+ migrations to apply$/),
  ])
  const database = new DatabaseSync(file)
  database.exec(`insert into migrations values ('9999-later.sql')`)
  database.close()
  expect(about(await at(file), 'schema')).toEqual([
    expect.stringContaining('problem: The database is from a newer'),
  ])
})

test('on PostgreSQL the schema is compared, too', async () => {
  const postgres = await sharedPostgres()
  await postgres.createDatabase('doctor')
  const environment = { DATABASE_URL: postgres.url('doctor'), JWT_SECRET }
  expect(about(await examined(environment), 'schema')).toEqual([
    'good: the database is empty: the server creates its tables when it starts',
  ])
  await (await openPostgres(environment.DATABASE_URL)).close()
  expect(about(await examined(environment), 'schema')).toEqual(['good: up to date'])
})
