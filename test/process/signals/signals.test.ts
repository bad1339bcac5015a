import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, test } from 'vitest'
import { cleanUp, root, run } from '../../support/processes/process.ts'
import { begin, ended, refusesConnections, slowGet, slowPost } from './connections.ts'

afterAll(cleanUp)

describe.concurrent('a signal', () => {
  test('stops the listening, and lets a request that was accepted finish, however slow it is', async () => {
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

  test('of a terminal that goes to npm start and all its children ends it with 0', async () => {
    const server = await run({
      command: ['npm', 'start'],
      workingFolder: root,
      environment: { npm_config_update_notifier: 'false' },
    })
    expect((await server.request('GET', '/readyz')).status).toBe(200)
    process.kill(-(server.child.pid ?? 0), 'SIGINT')
    expect(await server.exited).toEqual(ended)
    expect(server.stdout()).toContain('ending: finishing what was accepted')
    await refusesConnections(server)
  })
})
