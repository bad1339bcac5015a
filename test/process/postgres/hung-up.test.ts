import { expect, test } from 'vitest'
import { openPool, readTarget } from '../../../src/server/db/postgres/target.ts'
import { sharedPostgres } from '../../support/databases/shared-postgres.ts'
import { eventually } from '../../support/service/inboard.ts'

test('a statement ends soon after its connection was dropped', async () => {
  const postgres = await sharedPostgres()
  const outsider = await postgres.connect('postgres')
  const pool = openPool(readTarget(postgres.url('postgres')).server)
  const running = async () => {
    const { rows } = await outsider.query(`
      select pid from pg_stat_activity where state = 'active' and query like '%pg_sleep(99)%' and pid <> pg_backend_pid()`)
    return rows.length
  }
  const client = await pool.connect()
  const answer = client.query('select pg_sleep(99)').catch(() => 'lost')
  await eventually(async () => (await running()) === 1 || undefined, 'the statement')
  // As when the thread or the process that asked is no more.
  ;(client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
  expect(await answer).toBe('lost')
  await eventually(async () => (await running()) === 0 || undefined, 'its end')
  client.release(true)
  await pool.end()
  await outsider.end()
})
