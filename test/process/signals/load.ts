import { once } from 'node:events'
import { Agent } from 'node:http'
import { connect } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { expect } from 'vitest'
import { type Fate, postCard } from '../../support/network/posted-card.ts'
import { run, type ServerProcess } from '../../support/processes/process.ts'
import { eventually } from '../../support/service/inboard.ts'
import { ended } from './connections.ts'

interface Load {
  clients: number
  /** Until so many cards are there. */
  cards: number
  /** How many have connected, and send a request at the very moment of the end. */
  atTheDoor: number
}

/**
 * Ends a server to which clients post one card after the other. No answer is cut short, nothing done is forgotten, and
 * whoever had connected gets an answer, though nothing of their request was taken yet.
 */
export async function endUnderLoad({ clients, cards, atTheDoor }: Load): Promise<void> {
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
  await eventually(() => outcomes.whole.length >= cards || undefined, 'some load')
  const ask = await visitors(server, atTheDoor)
  const answers = ask()
  expect(await server.kill('SIGTERM')).toEqual(ended)
  expect(await Promise.all(answers)).toEqual(answers.map(() => 'HTTP/1.1 200 OK'))
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

/** So many who have connected, and what they do when they ask for something. */
async function visitors(
  { port }: ServerProcess,
  count: number,
): Promise<() => Promise<string | undefined>[]> {
  const sockets = await Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(port, '127.0.0.1')
      await once(socket, 'connect')
      return socket
    }),
  )
  return () =>
    sockets.map(async (socket) => {
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk
      })
      socket.on('error', () => {})
      socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
      await new Promise((resolve) => socket.once('close', resolve))
      return text.split('\r\n')[0]
    })
}
