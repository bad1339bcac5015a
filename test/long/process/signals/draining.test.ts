import { Agent } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'
import { postCard } from '../../../support/network/posted-card.ts'
import { cleanUp, run } from '../../../support/processes/process.ts'
import { eventually } from '../../../support/service/inboard.ts'
import { openStream } from '../../../support/service/open-stream.ts'

afterAll(cleanUp)

const runDraining = (seconds: number) => run({ environment: { DRAIN_SECONDS: String(seconds) } })

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
