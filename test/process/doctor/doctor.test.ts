import { chmodSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'
import type { Finding } from '../../../src/command/doctor/finding.ts'
import { readMigrations } from '../../../src/server/db/migrations.ts'
import { openSqlite } from '../../../src/server/db/sqlite/sqlite.ts'
import { PostgresServer } from '../../support/databases/postgres-server.ts'
import { freePort } from '../../support/network/free-port.ts'
import { inboard } from '../../support/processes/command.ts'
import { cleanUp, newFolder, run } from '../../support/processes/process.ts'
import { TestSmtp } from '../../support/service/smtp.ts'

afterAll(cleanUp)

interface Diagnosis {
  code: number | null
  findings: Finding[]
}

async function examine(environment: Record<string, string>, ...words: string[]): Promise<Diagnosis> {
  const folder = newFolder()
  const { code, told, complaint } = await inboard(['doctor', '--json', ...words], { folder, environment })
  expect(complaint).toBe('')
  return { code, findings: JSON.parse(told).findings }
}

/** What it says about something, each with how it is. */
const about = ({ findings }: Diagnosis, what: string) =>
  findings.filter((finding) => finding.about === what).map(({ is, says }) => `${is}: ${says}`)

test('where all is well it says so, and sends a message if asked', async () => {
  const smtp = await TestSmtp.start()
  const server = await run({ environment: smtp.environment })
  const environment = {
    ...smtp.environment,
    PORT: String(server.port),
    DATABASE_URL: `sqlite:${server.database}`,
  }
  const { code, told, complaint } = await inboard(['doctor', '--send-test-mail', 'ada@example.com'], {
    environment,
  })
  expect({ code, complaint }).toEqual({ code: 0, complaint: '' })
  expect(told).toMatch(/\n\nAll is well\.\n$/)
  expect(told).not.toMatch(/^[!✗]/m)
  expect(smtp.to('ada@example.com').map(({ email }) => email.subject)).toEqual(['Inboard can send mail'])
  await server.kill('SIGTERM')
  await smtp.stop()
})

test('it makes nothing', async () => {
  const folder = newFolder()
  const before = { folder: join(folder, 'data') }
  const { code } = await inboard(['doctor'], { folder })
  expect(code).toBe(0)
  expect(() => chmodSync(before.folder, 0o700)).toThrow('ENOENT')
})

test('every mistake in the configuration is a problem, and what looks like one a warning', async () => {
  const diagnosis = await examine({ PORT: 'eighty', BIN_DAYS: '-1', JWT_SECRT: 'x', NODE_ENV: 'production' })
  expect(diagnosis.code).toBe(1)
  const said = about(diagnosis, 'configuration')
  expect(said).toContainEqual(expect.stringMatching(/^problem: PORT must be a whole number/))
  expect(said).toContainEqual(expect.stringMatching(/^problem: BIN_DAYS must be/))
  expect(said).toContainEqual(expect.stringMatching(/^warning: JWT_SECRT is not .* Is JWT_SECRET meant\?$/))
  expect(said).toContainEqual(expect.stringMatching(/^warning: APP_URL is not set/))
})

test('a database that cannot be reached, used or written is a problem', async () => {
  const port = await freePort()
  const away = await examine({
    DATABASE_URL: `postgres://ada:secret@127.0.0.1:${port}/inboard`,
    JWT_SECRET: 'x'.repeat(16) + 'y'.repeat(16),
  })
  expect(away.code).toBe(1)
  expect(about(away, 'database')).toEqual([
    expect.stringContaining('problem: it cannot be opened: connect ECONNREFUSED'),
  ])
  expect(JSON.stringify(away)).not.toContain('secret')

  const file = join(newFolder(), 'notes.txt')
  writeFileSync(file, 'Dear diary, '.repeat(1000), { mode: 0o644 })
  const noDatabase = await examine({ DATABASE_URL: `sqlite:${file}` })
  expect(noDatabase.code).toBe(1)
  expect(about(noDatabase, 'database').join()).toContain('file is not a database')
  expect(about(noDatabase, 'disk')).toContain(`warning: others on this machine can read ${file}`)

  const foreign = join(newFolder(), 'foreign.db')
  new DatabaseSync(foreign).exec('create table t (a)')
  const ofOthers = await examine({ DATABASE_URL: `sqlite:${foreign}` })
  expect(about(ofOthers, 'schema')).toEqual(['problem: there are tables, but none of Inboard’s'])
})

test('the schema may be older, which the next start mends, but not newer', async () => {
  const file = join(newFolder(), 'inboard.db')
  const old = readMigrations('sqlite').slice(0, 2)
  await (await openSqlite(file, old)).close()
  const older = await examine({ DATABASE_URL: `sqlite:${file}` })
  expect(older.code).toBe(0)
  expect(about(older, 'schema')).toEqual([
    expect.stringMatching(/^warning: the database lacks \d+ migration/),
  ])
  const database = new DatabaseSync(file)
  database.exec(`insert into migrations values ('9999-later.sql')`)
  database.close()
  const newer = await examine({ DATABASE_URL: `sqlite:${file}` })
  expect(newer.code).toBe(1)
  expect(about(newer, 'schema')).toEqual([
    expect.stringContaining('problem: The database was made by a newer'),
  ])
})

test('a clock that was set back shows in the database', async () => {
  const server = await run()
  const client = server.client(await server.signIn('ada@example.com'))
  await client.addInboxCard({ text: 'Milk' })
  await server.kill('SIGTERM')
  const database = new DatabaseSync(server.database)
  database.exec(`update cards set updated_at = '2999-01-01T00:00:00.000Z', changed = changed + 1`)
  database.close()
  const diagnosis = await examine({ DATABASE_URL: `sqlite:${server.database}` })
  expect(about(diagnosis, 'clock')).toEqual([
    expect.stringMatching(/^problem: it is .*, but something was done at 2999-01-01/),
  ])
})

test('on PostgreSQL the clocks and the schema are compared, too', async () => {
  const postgres = await PostgresServer.start()
  await postgres.createDatabase('doctor')
  const environment = {
    DATABASE_URL: postgres.url('doctor'),
    JWT_SECRET: 'one secret for every instance of this test',
  }
  const empty = await examine(environment)
  expect(about(empty, 'schema')).toEqual([
    'good: the database is empty: the server makes its tables when it starts',
  ])
  const server = await run({ environment })
  const diagnosis = await examine({ ...environment, PORT: String(server.port) })
  expect(diagnosis.code).toBe(0)
  expect(about(diagnosis, 'clock')).toEqual([expect.stringMatching(/^good: .*, as that of the database$/)])
  expect(about(diagnosis, 'schema')).toEqual(['good: as this version needs it'])
  await server.kill('SIGTERM')
  await postgres.stop()
})

test.each<[string, Record<string, string>, string]>([
  [
    'a proxy that is not trusted',
    { APP_URL: 'https://board.example.com' },
    'problem: APP_URL leads to a proxy, but TRUST_PROXY is 0',
  ],
  [
    'a trusted proxy where there is none',
    { TRUST_PROXY: '1' },
    'warning: APP_URL leads straight here, but TRUST_PROXY is 1',
  ],
  [
    'a way past the proxy',
    { APP_URL: 'https://board.example.com', TRUST_PROXY: '1', HOST: '0.0.0.0' },
    'warning: it also listens on 0.0.0.0:3000, past the proxy',
  ],
  ['a proxy', { APP_URL: 'https://board.example.com', TRUST_PROXY: '1' }, 'good: 1 in front'],
])('%s', async (_what, environment, said) => {
  // The name is one that never resolves.
  const { APP_URL = 'http://localhost:3000' } = environment
  const diagnosis = await examine({ ...environment, APP_URL: APP_URL.replace('.com', '.invalid') })
  expect(about(diagnosis, 'proxy')).toEqual([expect.stringContaining(said)])
})

test('passkeys need https, except on localhost', async () => {
  const plain = await examine({ APP_URL: 'http://board.invalid', TRUST_PROXY: '1' })
  expect(plain.code).toBe(1)
  expect(about(plain, 'passkeys')).toEqual(['problem: browsers have none for http://board.invalid'])
  expect(about(await examine({}), 'passkeys')).toEqual([expect.stringMatching(/^good: bound to localhost/)])
})

test('somebody else who answers at APP_URL is noticed', async () => {
  const other = createServer((_request, response) => response.end('Hello')).listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  const { port } = other.address() as AddressInfo
  const diagnosis = await examine({ PORT: String(port) })
  expect(about(diagnosis, 'APP_URL')).toEqual([
    `problem: http://localhost:${port} answers, but it is not Inboard (200)`,
  ])
  other.close()
})

test.each([{}, { SMTP_URL: 'mail.example.com:25' }])(
  'a mail server that is not named is a problem like any other',
  async (given) => {
    const diagnosis = await examine({ MAIL_TRANSPORT: 'smtp', ...given })
    expect(diagnosis.code).toBe(1)
    expect(about(diagnosis, 'mail')).toEqual(['problem: SMTP_URL names no mail server'])
  },
)

test('a mail server that does not let us in is a problem, and nothing is sent to it', async () => {
  const port = await freePort()
  const environment = { MAIL_TRANSPORT: 'smtp', SMTP_URL: `smtp://ada:secret@127.0.0.1:${port}` }
  const diagnosis = await examine(environment, '--send-test-mail', 'ada@example.com')
  expect(diagnosis.code).toBe(1)
  expect(about(diagnosis, 'mail')).toEqual([
    expect.stringMatching(/^problem: 127\.0\.0\.1:\d+ does not take mail from us: .*ECONNREFUSED/),
  ])
  expect(JSON.stringify(diagnosis)).not.toContain('secret')
  const wrong = await inboard(['doctor', '--send-test-mail', 'ada'])
  expect(wrong).toMatchObject({
    code: 2,
    complaint: '--send-test-mail needs an address, such as ada@example.com.\n',
  })
})
