import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { cleanUp, newFolder, run, runInVain, type ServerProcess } from '../../../support/processes/process.ts'
import { eventually } from '../../../support/service/inboard.ts'

afterAll(cleanUp)

test('processes that start together make the secret and the database once, and one on a taken port touches neither', async () => {
  const folder = newFolder()
  const servers = await Promise.all([run({ folder }), run({ folder })])
  const [first] = servers as [ServerProcess, ServerProcess]
  const token = await first.signIn('ada@example.com')
  for (const { client } of servers) {
    expect((await client(token).readMe()).user.email).toBe('ada@example.com')
    await client(token).addInboxCard({ text: 'seen by all' })
  }
  for (const { client } of servers)
    expect((await client(token).listInboxCards()).cards.map(({ position }) => position)).toEqual([0, 1])

  for (const { request } of servers)
    await eventually(
      async () => (await request('GET', '/metrics')).text.includes('inboard_mail_waiting 0\n') || undefined,
      'nothing to be left to write',
    )
  const contents = () => ['', '-wal'].map((end) => hash('sha256', readFileSync(first.database + end)))
  const before = contents()
  expect(await runInVain({ folder, environment: { PORT: String(first.port) } })).toEqual({
    code: 1,
    said: `\nPort ${first.port} on 127.0.0.1 is in use by another program. Stop it, or choose another port with PORT, such as PORT=3001.\n\n`,
  })
  expect(contents()).toEqual(before)
  expect((await first.request('GET', '/readyz')).status).toBe(200)
  const ends = await Promise.all(servers.map(({ kill }) => kill('SIGTERM')))
  expect(ends).toEqual(servers.map(() => ({ code: 0, signal: null })))
})
