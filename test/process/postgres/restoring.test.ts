import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { systemClock } from '../../../src/server/common/clock.ts'
import { restore } from '../../../src/server/operate/restore.ts'
import { sharedPostgres } from '../../support/databases/shared-postgres.ts'
import { cleanUp } from '../../support/processes/process.ts'
import { eventually } from '../../support/service/inboard.ts'
import { backupOf, other } from '../backup/files.ts'

afterAll(cleanUp)

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
  expect(await restoring).toMatchObject({ accounts: 1 })
})
