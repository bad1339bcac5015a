import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgres } from '../../../src/server/db/postgres/postgres.ts'
import { explainStartError } from '../../../src/server/process/start-errors.ts'
import type { PostgresServer } from '../../support/databases/postgres-server.ts'
import { sharedPostgres } from '../../support/databases/shared-postgres.ts'
import { freePort } from '../../support/network/free-port.ts'

let postgres: PostgresServer
let admin: pg.Client
beforeAll(async () => {
  postgres = await sharedPostgres()
  admin = await postgres.connect('postgres')
})
afterAll(() => admin.end())

const couldNot = /^The database could not be opened: .+\. Check DATABASE_URL\.\n$/

/** What a server that is started with this says before it ends with 1, as every start that fails does. */
const refusal = async (url: string) =>
  explainStartError(
    await openPostgres(url).then(
      () => undefined,
      (error: unknown) => error,
    ),
  )

/** The same database by another way. */
function reached(change: (url: URL) => void): string {
  const url = new URL(postgres.url('postgres'))
  change(url)
  return url.href
}

describe('a failed start says why, and never shows the password', () => {
  test.each<[what: string, url: () => string | Promise<string>, reason: RegExp]>([
    [
      'nobody listens there',
      async () => `postgres://inboard:open-sesame@127.0.0.1:${await freePort()}/inboard`,
      /connect ECONNREFUSED 127\.0\.0\.1:\d+/,
    ],
    [
      'nobody listens at any of its addresses',
      async () => `postgres://inboard:open-sesame@localhost:${await freePort()}/inboard`,
      /connect ECONNREFUSED .+:\d+/,
    ],
    [
      'there is no such host',
      () => 'postgres://inboard:open-sesame@database.invalid/inboard',
      /getaddrinfo \w+ database\.invalid/,
    ],
    [
      'the password is wrong',
      () => reached((url) => (url.password = 'open-sesame-seed')),
      /password authentication failed for user "inboard"/,
    ],
    [
      'there is no such database',
      () => reached((url) => (url.pathname = 'elsewhere')),
      /database "elsewhere" does not exist/,
    ],
    [
      'the server speaks no TLS',
      () => reached((url) => url.searchParams.set('sslmode', 'verify-full')),
      /The server does not support SSL connections/,
    ],
    [
      'the certificate to trust is not there',
      () => reached((url) => url.searchParams.set('sslrootcert', '/no/such/file')),
      /ENOENT: no such file or directory, open '\/no\/such\/file'/,
    ],
  ])('%s', async (_what, url, reason) => {
    const said = await refusal(await url())
    expect(said).toMatch(couldNot)
    expect(said).toMatch(reason)
    expect(said).not.toContain('open-sesame')
  })
})

test('a role that may not create tables is told which right it needs', async () => {
  await admin.query("create role guest login password 'open-sesame'")
  expect(await refusal(reached((url) => (url.username = 'guest')))).toBe(
    'The database could not be opened: permission denied for schema public. Let its role create tables, as the owner of the database: grant usage, create on schema public to ROLE\n',
  )
})

test.each(['create table orders (a int)', 'create table migrations (id int, name text)'])(
  'a database of another program is refused, and nothing is added to it: %s',
  async (sql) => {
    const name = `another_program_${sql.length}`
    await postgres.createDatabase(name)
    const owner = await postgres.connect(name)
    await owner.query(sql)
    const tables = () => owner.query("select tablename from pg_tables where schemaname = 'public'")
    expect(await refusal(postgres.url(name))).toMatch(
      /^The database belongs to another program: .+ of its own in DATABASE_URL\.\n$/,
    )
    expect((await tables()).rows).toHaveLength(1)
    await owner.end()
  },
)

test('a number in the address that is none is a complaint, not a surprise later', async () => {
  expect(await refusal(postgres.url('postgres', { max: 'many' }))).toContain(
    'must have a whole number for "max"; it is "many".',
  )
})

test('a start also fails on a server that accepts the connection but does not respond', async () => {
  await postgres.createDatabase('silent_start')
  await postgres.freeze()
  const said = await refusal(postgres.url('silent_start', { connectionTimeoutMillis: '500' })).finally(() =>
    postgres.thaw(),
  )
  expect(said).toMatch(couldNot)
  expect(said).toMatch(/timeout/)
})
