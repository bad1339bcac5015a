import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { systemClock } from '../../../src/server/common/clock.ts'
import { restore } from '../../../src/server/operate/restore.ts'
import { sharedPostgres } from '../../support/databases/shared-postgres.ts'
import { cleanUp, run } from '../../support/processes/process.ts'
import { eventually } from '../../support/service/inboard.ts'
import { backupOf, other } from '../backup/files.ts'

afterAll(cleanUp)

/** Its connections are not called "inboard": only the lock tells that it is there. */
async function startServer(name: string, parameters = '') {
  const postgres = await sharedPostgres()
  await postgres.createDatabase(name)
  const url = postgres.url(name)
  const DATABASE_URL = `${url}?application_name=cards${parameters}`
  const environment = { DATABASE_URL, JWT_SECRET: 'a secret that outlives the database' }
  const start = () => run({ environment })
  const restoring = async () =>
    restore(await backupOf(await other()), { engine: 'postgres', url }, '', systemClock, () => {})
  return { server: await start(), start, restoring, client: await postgres.connect(name) }
}

const holders = `
  select pid from pg_locks join pg_database on pg_database.oid = database
  where locktype = 'advisory' and mode = 'ShareLock' and datname = current_database()`

test.each([
  ['itself', 'locked', ''],
  ['a pooler', 'pooled', '&prepare=off'],
])(
  'a restore recognises a server on PostgreSQL %s by its lock, taken again after a loss, and gone with the process',
  async (_itself, name, parameters) => {
    const { server, restoring, client } = await startServer(name, parameters)
    await expect(restoring()).rejects.toThrow(/^The database is in use, so nothing was restored\./)
    const [first] = (await client.query(`${holders} and granted`)).rows
    await client.query('select pg_terminate_backend($1)', [first.pid])
    await eventually(async () => {
      const { rows } = await client.query(`${holders} and granted`)
      return rows.some(({ pid }) => pid !== first.pid) || undefined
    }, 'the server to have the lock again')
    await expect(restoring()).rejects.toThrow(/in use/)
    await server.kill('SIGKILL')
    expect(await restoring()).toMatchObject({ users: 1 })
    await client.end()
  },
)

test('a server that is started during a restore waits for its end', async () => {
  const { server, start, client } = await startServer('waiting')
  await server.kill('SIGTERM')
  // As a restore does.
  await client.query(`begin; select pg_advisory_xact_lock(${0x696e6273})`)
  const starting = start()
  await eventually(
    async () => (await client.query(`${holders} and not granted`)).rowCount || undefined,
    'the server to wait',
  )
  await client.query('rollback')
  expect((await (await starting).request('GET', '/readyz')).status).toBe(200)
  await client.end()
})

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
