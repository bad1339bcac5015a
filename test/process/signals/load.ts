import { once } from 'node:events'
import { Agent } from 'node:http'
import { connect } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { expect } from 'vitest'
import { type Fate, postCard } from '../../support/network/posted-card.ts'
import { run } from '../../support/processes/process.ts'
import { eventually } from '../../support/service/inboard.ts'
import { ended } from './connections.ts'

/** Ends a server to which so many clients post one card after the other. No answer is cut short, and nothing done is forgotten. */
export async function endUnderLoad({ clients, cards }: { clients: number; cards: number }): Promise<void> {
  const server = await run()
  const token = await server.signIn('ada@example.com')
  const outcomes: Record<Fate, string[]> = { whole: [], cut: [], dropped: [], none: [] }

  async function client(name: number) {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let turn = 0; ; turn++) {
      const text = `${name}/${turn}`
      const outcome = await postCard(server, token, text, agent)
      outcomes[outcome].push(text)
      if (outcome !== 'whole') break
    }
    agent.destroy()
  }
  const all = Promise.all(Array.from({ length: clients }, (_, name) => client(name)))
  await eventually(() => outcomes.whole.length > cards || undefined, 'some load')
  expect(await server.kill('SIGTERM')).toEqual(ended)
  await all
  expect(outcomes.cut).toEqual([])
  expect(outcomes.dropped).toEqual([])
  const database = new DatabaseSync(server.database, { readOnly: true })
  const texts = database.prepare('select text from cards').all()
  database.close()
  expect(texts.map(({ text }) => text).toSorted()).toEqual(outcomes.whole.toSorted())
  // Each of the clients met the end, and met it by finding nobody there.
  expect(outcomes.none).toHaveLength(clients)
}

/** Ends a server at the moment at which so many have connected, and sent a request of which it has taken nothing yet. */
export async function endAtTheDoor(count: number): Promise<void> {
  const server = await run()
  const sockets = await Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(server.port, '127.0.0.1')
      await once(socket, 'connect')
      return socket
    }),
  )
  const answers = sockets.map(async (socket) => {
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', () => {})
    socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
    await new Promise((resolve) => socket.once('close', resolve))
    return text.split('\r\n')[0]
  })
  expect(await server.kill('SIGTERM')).toEqual(ended)
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['HTTP/1.1 200 OK']))
}
