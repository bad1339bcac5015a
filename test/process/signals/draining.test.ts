import { Agent } from 'node:http'
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
