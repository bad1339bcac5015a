import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'
import { cleanUp, run } from '../../support/processes/process.ts'
import { begin, ended, refusesConnections, slowGet, slowPost } from './connections.ts'

afterAll(cleanUp)

// That of a terminal, to npm and all its children, is among the long tests.
test('a signal stops the listening, and lets a request that was accepted finish, however slow it is', async () => {
  const server = await run()
  const [slow, asking, idle] = [
    await begin(server, slowPost),
    await begin(server, slowGet),
    await begin(server),
  ]
  server.child.kill('SIGTERM')
  await refusesConnections(server)
  await idle.closed
  const answers = [await slow.finish(), await asking.finish()]
  // Each is told that this is the last answer, and whoever asks that the server is not ready.
  expect(answers).toEqual([
    expect.stringMatching(/^HTTP\/1\.1 202 Accepted\r\n/),
    expect.stringMatching(/^HTTP\/1\.1 503 Service Unavailable\r\n/),
  ])
  for (const answer of answers) expect(answer).toMatch(/\r\nconnection: close\r\n/i)
  const bodies = answers.map((answer) => JSON.parse(answer.split('\r\n\r\n')[1] ?? ''))
  expect(bodies).toMatchObject([{ expires_in: 900 }, { code: 'unavailable' }])
  expect(await server.exited).toEqual(ended)
  expect(server.stdout()).toContain('"signal":"SIGTERM"')
  const database = new DatabaseSync(server.database, { readOnly: true })
  expect(database.prepare('select email from users').all()).toEqual([{ email: 'slow@example.com' }])
  database.close()
})
