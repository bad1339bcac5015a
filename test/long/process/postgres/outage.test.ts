import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  cutConnections,
  environmentOn,
  fallSilent,
  impatience,
  outcomeOf,
  peopleOn,
  reading,
} from '../../../process/postgres/outages.ts'
import { PostgresServer } from '../../../support/databases/postgres-server.ts'
import { cleanUp, newFolder, run } from '../../../support/processes/process.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await PostgresServer.start()
})
afterAll(async () => {
  cleanUp()
  await postgres.stop()
})

test('two processes whose connections break lose no acknowledged write, and continue', async () => {
  await postgres.createDatabase('breaking')
  const environment = environmentOn(postgres, 'breaking', { max: '4' })
  // One folder for both: whichever comes first sends what there is to send.
  const folder = newFolder()
  const servers = await Promise.all([run({ folder, environment }), run({ folder, environment })])
  const people = await Promise.all(
    servers.flatMap((server, index) =>
      [1, 2, 3].map(async (number) => ({
        server,
        token: await server.signIn(`person-${index}-${number}@example.com`),
      })),
    ),
  )
  await cutConnections(postgres, people)
  for (const { child } of servers) expect(child.exitCode).toBeNull()
})

test('if PostgreSQL stops responding, nobody waits forever, and processes can still end', async () => {
  const [token = ''] = await peopleOn(postgres, 'silent')
  const server = await run({ environment: environmentOn(postgres, 'silent', impatience) })
  await fallSilent(postgres, { server, token })
  await postgres.freeze()
  try {
    const last = outcomeOf(server, token, reading)
    // Who asks later is heard later: now the server knows of that one.
    await server.request('GET', '/healthz')
    expect(await server.kill('SIGTERM')).toEqual({ code: 0, signal: null })
    expect(await last).toBe('503 unavailable')
  } finally {
    postgres.thaw()
  }
  expect(server.stdout()).not.toContain('not everything finished in time')
})
