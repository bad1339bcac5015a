import { afterAll, beforeAll, test } from 'vitest'
import { PostgresServer } from '../../../support/databases/postgres-server.ts'
import { cleanUp } from '../../../support/processes/process.ts'
import { upgrade } from './rolling.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await PostgresServer.start()
  await postgres.createDatabase('rolling')
})
afterAll(async () => {
  cleanUp()
  await postgres.stop()
})

const many = { instances: 2, writing: 6 }

test('two instances on SQLite are replaced one by one', () => upgrade(many))
test('two instances on PostgreSQL are replaced one by one', () =>
  upgrade({ ...many, postgresUrl: postgres.url('rolling') }))
