import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { systemClock } from '../../../src/server/common/clock.ts'
import { restore } from '../../../src/server/operate/restore.ts'
import { sharedPostgres } from '../../support/databases/shared-postgres.ts'
import { cleanUp, run } from '../../support/processes/process.ts'
import { eventually } from '../../support/service/inboard.ts'
import { backupOf, other } from '../backup/files.ts'

afterAll(cleanUp)

test.each([
  ['itself', 'direct', ''],
  ['under another name', 'named', '?application_name=cards'],
  ['behind a pooler', 'pooled', '?prepare=off'],
])(
  'a restore recognises a server on PostgreSQL %s, until its process is gone',
  async (_itself, name, parameters) => {
    const postgres = await sharedPostgres()
    await postgres.createDatabase(name)
    const url = postgres.url(name) + parameters
    const server = await run({
      environment: { DATABASE_URL: url, JWT_SECRET: 'a secret that outlives the database' },
    })
    const restoring = async () =>
      restore(await backupOf(await other()), { engine: 'postgres', url }, '', systemClock, () => {})
    await expect(restoring()).rejects.toThrow(/^The database is in use, so nothing was restored\./)
    await server.kill('SIGKILL')
    expect(await restoring()).toMatchObject({ users: 1 })
  },
)

test('a restore waits until PostgreSQL has dropped the connections of a stopped server', async () => {
  const postgres = await sharedPostgres()
  await postgres.createDatabase('stopped')
  const url = postgres.url('stopped')
  const server = new pg.Client({ connectionString: url, application_name: 'inboard' })
  await server.connect()
  const isWaitedFor = async () => {
    const { rowCount } = await server.query(
      `select from pg_stat_activity where datname = 'stopped' and application_name = 'inboard restore'`,
    )
    return rowCount || undefined
  }

  const restoring = restore(
    await backupOf(await other()),
    { engine: 'postgres', url },
    '',
    systemClock,
    () => {},
  )
  await Promise.race([restoring, eventually(isWaitedFor, 'the restore')])
  await server.end()
  expect(await restoring).toMatchObject({ users: 1 })
})
