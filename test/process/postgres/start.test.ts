import { chownSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PostgresServer } from '../../support/databases/postgres-server.ts'
import { freePort } from '../../support/network/free-port.ts'
import { newServerCertificate } from '../../support/network/server-certificate.ts'
import { cleanUp, newFolder, run, runInVain, type ServerProcess } from '../../support/processes/process.ts'
import { eventually } from '../../support/service/inboard.ts'

const secret = 'the secret of every instance in this file'
let postgres: PostgresServer
let admin: pg.Client
beforeAll(async () => {
  postgres = await PostgresServer.start()
  admin = await postgres.connect('postgres')
})
afterAll(async () => {
  cleanUp()
  await postgres.stop()
})

const on = (url: string) => ({ environment: { DATABASE_URL: url, JWT_SECRET: secret } })
const onNew = async (name: string, parameters?: Record<string, string>) => {
  await postgres.createDatabase(name)
  return on(postgres.url(name, parameters))
}
/** The same database by another way. */
function reached(change: (url: URL) => void): string {
  const url = new URL(postgres.url('postgres'))
  change(url)
  return url.href
}

describe.concurrent('a start that cannot be says why, and never the password', () => {
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
    [
      'the user may make no tables',
      async () => {
        await admin.query("create role guest login password 'open-sesame'")
        return reached((url) => (url.username = 'guest'))
      },
      /permission denied for schema public/,
    ],
  ])('%s', async (_what, url, reason) => {
    const { code, said } = await runInVain(on(await url()))
    expect(said).toMatch(/^\nThe database could not be opened: .+\. DATABASE_URL says where it is\.\n\n$/)
    expect(said).toMatch(reason)
    expect(said).not.toContain('open-sesame')
    expect(code).toBe(1)
  })
})

test('a setting in the address that is no number is a complaint, not a surprise later', async () => {
  const url = reached((address) => address.searchParams.set('max', 'many'))
  const { code, said } = await runInVain(on(url))
  expect(said).toContain('- DATABASE_URL must have a whole number for "max"; it is "many".')
  expect(code).toBe(1)
})

test('a start on a server that takes the connection and then says nothing ends too', async () => {
  const start = await onNew('silent', { connectionTimeoutMillis: '500' })
  await postgres.freeze()
  const { code, said } = await runInVain(start).finally(() => postgres.thaw())
  expect(said).toMatch(
    /^\nThe database could not be opened: .*timeout.*\. DATABASE_URL says where it is\.\n\n$/,
  )
  expect(code).toBe(1)
})

describe('TLS', () => {
  const { key, certificate } = newServerCertificate('localhost')
  const trusted = join(newFolder(), 'server.pem')
  beforeAll(async () => {
    writeFileSync(trusted, certificate)
    const { uid, gid } = statSync(join(postgres.folder, 'PG_VERSION'))
    for (const [name, text] of [
      ['server.key', key],
      ['server.crt', certificate],
    ] as const) {
      const file = join(postgres.folder, name)
      writeFileSync(file, text, { mode: 0o600 })
      chownSync(file, uid, gid)
    }
    await admin.query('alter system set ssl = on')
    await admin.query('select pg_reload_conf()')
    await eventually(async () => {
      const { rows } = await admin.query('show ssl')
      return rows[0].ssl === 'on' || undefined
    }, 'TLS')
  })

  const by = (host: string, parameters: Record<string, string>) =>
    reached((url) => {
      url.hostname = host
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
    })

  test.each<[what: string, host: string, sslmode: string, trust: boolean, reason: RegExp]>([
    ['that nobody vouches for', 'localhost', 'verify-full', false, /self-signed certificate/],
    ['that nobody vouches for, with "require"', 'localhost', 'require', false, /self-signed certificate/],
    [
      'of another host',
      '127.0.0.1',
      'verify-full',
      true,
      /Hostname\/IP does not match certificate's altnames/,
    ],
  ])('refuses a certificate %s', async (_what, host, sslmode, trust, reason) => {
    const url = by(host, { sslmode, ...(trust && { sslrootcert: trusted }) })
    const { code, said } = await runInVain(on(url))
    expect(said).toMatch(/^\nThe database could not be opened: .+\. DATABASE_URL says where it is\.\n\n$/)
    expect(said).toMatch(reason)
    expect(code).toBe(1)
  })

  test.each([
    ['verify-full', 'localhost', true],
    ['no-verify', '127.0.0.1', false],
  ] as const)('with sslmode=%s encrypts every connection', async (sslmode, host, trust) => {
    const server = await run(on(by(host, { sslmode, ...(trust && { sslrootcert: trusted }) })))
    await server.signIn(`${sslmode}@example.com`)
    const { rows } = await admin.query(`
      select distinct ssl from pg_stat_ssl join pg_stat_activity using (pid) where application_name = 'inboard'`)
    expect(rows).toEqual([{ ssl: true }])
    await server.kill('SIGTERM')
  })
})

describe('the schema', () => {
  /** What the probe of readiness says, and whether the log says why. */
  const readiness = async ({ request }: ServerProcess) => (await request('GET', '/readyz')).status

  test('is made once by four instances that start at the same moment, and all of them become ready', async () => {
    const start = await onNew('crowd')
    const servers = await Promise.all(Array.from({ length: 4 }, () => run(start)))
    expect(await Promise.all(servers.map(readiness))).toEqual(servers.map(() => 200))
    const outsider = await postgres.connect('crowd')
    const { rows } = await outsider.query(
      'select count(*) as rows, count(distinct name) as names from migrations',
    )
    expect(rows[0].rows).toBe(rows[0].names)
    await outsider.end()
    const token = await servers[0]?.signIn('ada@example.com')
    for (const { client } of servers) await client(token).addInboxCard({ text: 'by each' })
    const { cards } = (await servers[3]?.client(token).listInboxCards()) ?? { cards: [] }
    expect(cards.map(({ position }) => position)).toEqual(servers.map((_, position) => position))
    const ends = await Promise.all(servers.map(({ kill }) => kill('SIGTERM')))
    expect(ends).toEqual(servers.map(() => ({ code: 0, signal: null })))
  })

  test('of a newer Inboard is left alone', async () => {
    const start = await onNew('newer')
    const outsider = await postgres.connect('newer')
    await outsider.query(`create table migrations (name text not null primary key);
      insert into migrations values ('9999-the-future.sql')`)
    expect(await runInVain(start)).toEqual({
      code: 1,
      said: '\nThe database was made by a newer Inboard than this one (it has 9999-the-future.sql). Update Inboard, or restore a backup.\n\n',
    })
    const { rows } = await outsider.query("select tablename from pg_tables where schemaname = 'public'")
    expect(rows).toEqual([{ tablename: 'migrations' }])
    await outsider.end()
  })

  test('that changes beneath an instance makes it not ready, until that is undone', async () => {
    const server = await run(await onNew('changing'))
    const outsider = await postgres.connect('changing')
    const { rows } = await outsider.query('select min(name) as name from migrations')
    const changes: [change: string, undo: string, why: string][] = [
      [
        "insert into migrations values ('9999-the-future.sql')",
        "delete from migrations where name = '9999-the-future.sql'",
        'it has 9999-the-future.sql',
      ],
      [
        `delete from migrations where name = '${rows[0].name}'`,
        `insert into migrations values ('${rows[0].name}')`,
        'the database lacks 1 migration',
      ],
      [
        'alter table migrations rename to elsewhere',
        'alter table elsewhere rename to migrations',
        '\\"migrations\\" does not exist',
      ],
    ]
    for (const [change, undo, why] of changes) {
      expect(await readiness(server)).toBe(200)
      expect(server.stdout()).not.toContain(why)
      await outsider.query(change)
      const { status, body } = await server.request('GET', '/readyz')
      expect([status, body.code], change).toEqual([503, 'unavailable'])
      await eventually(() => server.stdout().includes(why) || undefined, `"${why}" in the log`)
      await outsider.query(undo)
    }
    expect(await readiness(server)).toBe(200)
    await outsider.end()
  })
})
