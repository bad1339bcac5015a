import type pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Database, DatabaseUnavailable } from '../../../src/server/db/database.ts'
import { openPostgres } from '../../../src/server/db/postgres/postgres.ts'
import type { PostgresServer } from '../../support/databases/postgres-server.ts'
import { sharedPostgres } from '../../support/databases/shared-postgres.ts'
import { eventually } from '../../support/service/inboard.ts'

let postgres: PostgresServer
let outsider: pg.Client
beforeAll(async () => {
  postgres = await sharedPostgres()
  outsider = await postgres.connect('postgres')
})
afterAll(() => outsider.end())

let databases = 0
async function open(parameters: Record<string, string> = {}) {
  const name = `errors_${++databases}`
  await postgres.createMigratedDatabase(name)
  const db = await openPostgres(postgres.url(name, { max: '2', ...parameters }))
  const outside = await postgres.connect(name)
  onTestFinished(() => outside.end())
  return { db, outside, name }
}

const addUser = (db: Database, id: string, email: string) =>
  db.transaction(
    (tx) =>
      tx.run`insert into users (id, email, passkey_handle, created_at) values (${id}, ${email}, '', '')`,
  )

const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

test.each<[what: string, code: string, work: (db: Database) => Promise<unknown>]>([
  ['a row that is there already', '23505', (db) => addUser(db, 'ada', 'ada@example.com')],
  [
    'a row that may not be',
    '23514',
    (db) => db.transaction((tx) => tx.run`insert into challenges values ('x', 'ada', 'sign_in', 'private')`),
  ],
  ['a query that makes no sense', '42703', (db) => db.all`select nonsense from users`],
])('%s is a mistake, no outage, and leaves every connection of use', async (_what, code, work) => {
  const { db, outside } = await open()
  await addUser(db, 'ada', 'ada@example.com')
  for (let round = 0; round < 5; round++) {
    const error = (await errorOf(work(db))) as pg.DatabaseError
    expect(error).not.toBeInstanceOf(DatabaseUnavailable)
    expect(error.code).toBe(code)
    // The server quotes the row, and whatever is in an error ends up in a log.
    expect(JSON.stringify(error)).not.toMatch(/ada@example\.com|private/)
  }
  const all = await Promise.all(
    [1, 2, 3, 4].map((one) => db.transaction((tx) => tx.get`select ${one} as one`)),
  )
  expect(all).toHaveLength(4)
  const busy =
    "select state from pg_stat_activity where application_name = 'inboard' and datname = current_database() and state <> 'idle'"
  await eventually(
    async () => (await outside.query(busy)).rowCount === 0 || undefined,
    'every connection to be idle',
  )
  await db.close()
})

test('a deadlock is run again, whole, and its first half has left no trace', async () => {
  const { db, outside } = await open()
  await addUser(db, 'ada', 'ada@example.com')
  await addUser(db, 'bob', 'bob@example.com')
  // So that the other side is the one who notices.
  await outside.query("set deadlock_timeout = '1min'")
  await outside.query("begin; update users set created_at = 'outside' where id = 'bob'")
  let runs = 0
  let crossing: Promise<unknown> | undefined
  await db.transaction(async (tx) => {
    runs++
    await tx.run`update users set created_at = created_at || 'x' where id = 'ada'`
    crossing ??= outside.query("update users set created_at = created_at || 'y' where id = 'ada'; commit")
    await tx.run`update users set created_at = created_at || 'x' where id = 'bob'`
  })
  await crossing
  // More than twice, if the second run gets to the row before the other side has woken up.
  expect(runs).toBeGreaterThan(1)
  expect(await db.all`select id, created_at from users order by id`).toEqual([
    { id: 'ada', created_at: expect.stringMatching(/^(?:xy|yx)$/) },
    { id: 'bob', created_at: 'outsidex' },
  ])
  await db.close()
})

test.each<[what: string, spoil: (name: string) => Promise<unknown>, code: string]>([
  ['a new password', () => outsider.query("alter role inboard password 'changed'"), '28P01'],
  ['a new name', (name) => outsider.query(`alter database ${name} rename to renamed`), '3D000'],
  [
    'taking no connections',
    (name) => outsider.query(`alter database ${name} allow_connections false`),
    '55000',
  ],
])('a server that refuses us for %s is an outage', async (_what, spoil, code) => {
  const { db, outside, name } = await open()
  await outside.end()
  await cut(name)
  await spoil(name)
  try {
    const error = await errorOf(db.all`select 1`)
    expect(error).toBeInstanceOf(DatabaseUnavailable)
    expect((error as DatabaseUnavailable).cause).toMatchObject({ code })
  } finally {
    await outsider.query("alter role inboard password 'open-sesame'")
    await db.close()
  }
})

/** Until nobody is connected to it any more. */
async function cut(name: string) {
  await eventually(async () => {
    const { rowCount } = await outsider.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
      [name],
    )
    return rowCount === 0 || undefined
  }, 'everyone to be gone')
}

test('a table that a newer instance alters costs no more than the connections that knew it before', async () => {
  const { db, outside } = await open({ max: '1' })
  const look = () => db.transaction((tx) => tx.all`select * from users`)
  await look()
  await outside.query('alter table users add column colour text')
  expect(await errorOf(look())).toBeInstanceOf(DatabaseUnavailable)
  expect(await look()).toEqual([])
  await db.close()
})

test('closing does not wait for a server that does not respond', async () => {
  const { db } = await open({ query_timeout: '1000', connectionTimeoutMillis: '1000' })
  await Promise.all([db.all`select 1`, db.all`select 2`])
  await postgres.freeze()
  try {
    const reading = errorOf(db.all`select 3`)
    await db.close()
    expect(await reading).toBeInstanceOf(DatabaseUnavailable)
  } finally {
    postgres.thaw()
  }
})
