import { beforeAll, expect, test } from 'vitest'
import { openPostgres } from '../../../src/server/db/postgres/postgres.ts'
import { explainStartError } from '../../../src/server/process/start-errors.ts'
import type { PostgresServer } from '../../support/databases/postgres-server.ts'
import { sharedPostgres } from '../../support/databases/shared-postgres.ts'
import { eventually, startTestInboard, type TestInboard } from '../../support/service/inboard.ts'
import { environmentOn } from './outages.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await sharedPostgres()
})

async function onNew(name: string): Promise<Record<string, string>> {
  await postgres.createDatabase(name)
  return environmentOn(postgres, name)
}

const readiness = async ({ request }: TestInboard) => (await request('GET', '/readyz')).status

test('the schema is made once by three instances that start at the same moment, and all of them become ready', async () => {
  const environment = await onNew('crowd')
  const instances = await Promise.all(Array.from({ length: 3 }, () => startTestInboard(environment)))
  expect(await Promise.all(instances.map(readiness))).toEqual(instances.map(() => 200))
  const outsider = await postgres.connect('crowd')
  const { rows } = await outsider.query(
    'select count(*) as rows, count(distinct name) as names from migrations',
  )
  expect(rows[0].rows).toBe(rows[0].names)
  await outsider.end()
  const token = (await instances[0]?.signIn())?.token
  for (const { client } of instances) await client(token).addInboxCard({ text: 'by each' })
  const { cards } = (await instances[2]?.client(token).listInboxCards()) ?? { cards: [] }
  expect(cards.map(({ position }) => position)).toEqual(instances.map((_, position) => position))
  await Promise.all(instances.map((instance) => instance.stop()))
})

test('the schema of a newer Inboard is left alone', async () => {
  const { DATABASE_URL = '' } = await onNew('newer')
  const outsider = await postgres.connect('newer')
  await outsider.query(`create table migrations (name text not null primary key);
    insert into migrations values ('9999-the-future.sql')`)
  expect(explainStartError(await openPostgres(DATABASE_URL).catch((error: unknown) => error))).toBe(
    'The database is from a newer version of Inboard (it has 9999-the-future.sql). Update Inboard, or restore a backup.\n',
  )
  const { rows } = await outsider.query("select tablename from pg_tables where schemaname = 'public'")
  expect(rows).toEqual([{ tablename: 'migrations' }])
  await outsider.end()
})

test('a schema that changes beneath an instance makes it not ready, until that is undone', async () => {
  const inboard = await startTestInboard(await onNew('changing'))
  const outsider = await postgres.connect('changing')
  const { rows } = await outsider.query('select max(name) as name from migrations')
  const changes: [change: string, undo: string, why: string][] = [
    [
      "insert into migrations values ('9999-the-future.sql')",
      "delete from migrations where name = '9999-the-future.sql'",
      'it has 9999-the-future.sql',
    ],
    [
      `delete from migrations where name = '${rows[0].name}'`,
      `insert into migrations values ('${rows[0].name}')`,
      'The database is from an older version: 1 migration to apply',
    ],
    [
      'alter table migrations rename to elsewhere',
      'alter table elsewhere rename to migrations',
      '\\"migrations\\" does not exist',
    ],
  ]
  const logged = () => JSON.stringify(inboard.log).replaceAll('\\\\', '\\')
  for (const [change, undo, why] of changes) {
    expect(await readiness(inboard)).toBe(200)
    expect(logged()).not.toContain(why)
    await outsider.query(change)
    const { status, body } = await inboard.request('GET', '/readyz')
    expect([status, body.code], change).toEqual([503, 'unavailable'])
    await eventually(() => logged().includes(why) || undefined, `"${why}" in the log`)
    await outsider.query(undo)
  }
  expect(await readiness(inboard)).toBe(200)
  await outsider.end()
  await inboard.stop()
})
