import { Agent } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { postCard } from '../../support/network/posted-card.ts'
import { cleanUp, run } from '../../support/processes/process.ts'
import { eventually } from '../../support/service/inboard.ts'
import { openStream } from '../../support/service/open-stream.ts'

afterAll(cleanUp)

const runDraining = (seconds: number) => run({ environment: { DRAIN_SECONDS: String(seconds) } })

test('an instance that drains is not ready, serves new connections and streams as before, and ends at the second signal', async () => {
  const server = await runDraining(3600)
  const token = await server.signIn('ada@example.com')
  const old = await openStream(server.url, { token })
  expect((await server.request('GET', '/healthz')).headers.get('connection')).toBe('keep-alive')
  server.child.kill('SIGINT')
  await eventually(
    async () => (await server.request('GET', '/readyz')).status === 503 || undefined,
    '/readyz to say that it is not ready',
  )

  const { status, headers } = await server.request('GET', '/healthz')
  // Whoever has a connection through a balancer is to come back on another one.
  expect([status, headers.get('connection')]).toEqual([200, 'close'])
  const added = await openStream(server.url, { token })
  expect(await postCard(server, token, 'Water the plants', new Agent())).toBe('whole')
  for (const stream of [old, added]) {
    const [changes] = await stream.until(1)
    expect(changes?.cards).toMatchObject([{ text: 'Water the plants' }])
    expect(stream.isEnded()).toBe(false)
    stream.close()
  }
  expect(server.stdout()).toContain('"signal":"SIGINT","seconds":3600')
  // A single Ctrl-C can arrive twice, so the second has to be later than that.
  await pause(200)
  expect(await server.kill('SIGINT')).toEqual({ code: 1, signal: null })
})

test('DRAIN_SECONDS pass before the listener closes and the streams end, and nothing is cut short', async () => {
  const server = await runDraining(1)
  const token = await server.signIn('ada@example.com')
  const stream = await openStream(server.url, { token })
  const texts: string[] = []
  const agent = new Agent({ keepAlive: false })

  /** Each on a connection of its own, until none can be made. */
  async function client(name: number): Promise<number> {
    for (let turn = 0; ; turn++) {
      const text = `${name}/${turn}`
      const fate = await postCard(server, token, text, agent)
      if (fate === 'none') return performance.now()
      expect(fate).toBe('whole')
      texts.push(text)
    }
  }
  const clients = Promise.all([client(0), client(1)])
  await eventually(() => texts.length > 10 || undefined, 'some load')
  const signalled = performance.now()
  server.child.kill('SIGTERM')
  const streamEnded = eventually(
    () => (stream.isEnded() ? performance.now() : undefined),
    'the stream to end',
  )
  for (const end of [...(await clients), await streamEnded])
    expect(end - signalled).toBeGreaterThanOrEqual(1000)
  expect(await server.exited).toEqual({ code: 0, signal: null })

  const database = new DatabaseSync(server.database, { readOnly: true })
  const cards = database.prepare('select text from cards').all()
  database.close()
  expect(cards.map(({ text }) => text).toSorted()).toEqual(texts.toSorted())
})
