import { chownSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPostgres } from '../../../src/server/db/postgres/postgres.ts'
import { explainStartError } from '../../../src/server/process/start-errors.ts'
import { PostgresServer } from '../../support/databases/postgres-server.ts'
import { newServerCertificate } from '../../support/network/server-certificate.ts'
import { cleanUp, newFolder } from '../../support/processes/process.ts'
import { eventually } from '../../support/service/inboard.ts'

const { key, certificate } = newServerCertificate('localhost')

let postgres: PostgresServer
let admin: pg.Client
let trusted: string
beforeAll(async () => {
  postgres = await PostgresServer.start()
  admin = await postgres.connect('postgres')
  trusted = join(newFolder(), 'server.pem')
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
afterAll(async () => {
  cleanUp()
  await postgres.stop()
})

function by(host: string, sslmode: string, trust: boolean): string {
  const url = new URL(postgres.url('postgres', { sslmode, ...(trust && { sslrootcert: trusted }) }))
  url.hostname = host
  return url.href
}

test.each<[what: string, host: string, sslmode: string, trust: boolean, reason: RegExp]>([
  ['that nobody vouches for', 'localhost', 'verify-full', false, /self-signed certificate/],
  ['that nobody vouches for, with "require"', 'localhost', 'require', false, /self-signed certificate/],
  ['of another host', '127.0.0.1', 'verify-full', true, /Hostname\/IP does not match certificate's altnames/],
])('a certificate %s is refused', async (_what, host, sslmode, trust, reason) => {
  const error = await openPostgres(by(host, sslmode, trust)).catch((problem: unknown) => problem)
  const said = explainStartError(error)
  expect(said).toMatch(/^The database could not be opened: .+\. Check DATABASE_URL\.\n$/)
  expect(said).toMatch(reason)
})

test.each([
  ['verify-full', 'localhost', true],
  ['no-verify', '127.0.0.1', false],
] as const)('sslmode=%s encrypts every connection', async (sslmode, host, trust) => {
  const db = await openPostgres(by(host, sslmode, trust))
  await Promise.all([db.all`select 1`, db.all`select 2`])
  const { rows } = await admin.query(`
    select distinct ssl from pg_stat_ssl join pg_stat_activity using (pid) where application_name = 'inboard'`)
  expect(rows).toEqual([{ ssl: true }])
  await db.close()
})
