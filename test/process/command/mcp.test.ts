import { createServer, request } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Agent, connectAgent, type Era, eras } from '../../support/agents/agent.ts'
import { agentBy } from '../../support/agents/agent-program.ts'
import { inboard } from '../../support/processes/command.ts'
import { cleanUp, newFolder, root, run, type ServerProcess } from '../../support/processes/process.ts'
import { eventually } from '../../support/service/inboard.ts'

const program = [process.execPath, join(root, 'src/command/inboard.ts')]

let server: ServerProcess
let session: string
beforeAll(async () => {
  server = await run()
  session = await server.signIn('ada@example.com')
})
afterAll(cleanUp)

const agents: Agent[] = []
afterEach(async () => {
  for (const agent of agents.splice(0)) await agent.close()
})

async function start(scope: 'capture' | 'read' | 'write', url = server.url, era?: Era): Promise<Agent> {
  const { token } = await server.client(session).makeApiToken({ label: 'Agent', scope })
  const agent = await agentBy(program, { INBOARD_URL: url, INBOARD_TOKEN: token }, era)
  agents.push(agent)
  return agent
}

describe('inboard mcp', () => {
  test.each(eras)('serves an agent that starts it, with the standard of %s', async (era) => {
    const agent = await start('write', server.url, era)
    expect((await agent.client.listTools()).tools).toHaveLength(8)
    const text = `Water the plants ${era}`
    const { data } = await agent.use('add', { cards: [{ text }] })
    await agent.use('complete', { cards: [text] })
    const { card } = await server.client(session).readCard({ id: data.done[0].id })
    expect(card).toMatchObject({ text, complete: true })
    // What others do meanwhile is seen by the next call.
    await server.client(session).editCard({ id: card.id, text: `${text}!` })
    expect((await agent.use('read', { items: [card.id] })).text).toContain(`${text}!`)
    await server.client(session).removeCard({ id: card.id })
    expect((await agent.use('read', { items: [card.id] })).isError).toBe(true)
  })

  test('offers what the token allows, and no more', async () => {
    const names = async (agent: Agent) => (await agent.client.listTools()).tools.map(({ name }) => name)
    expect(await names(await start('read'))).toEqual(['overview', 'find', 'read'])
    const capturing = await start('capture')
    expect(await names(capturing)).toEqual(['add'])
    expect((await capturing.use('overview')).text).toContain('has the scope "capture"')
  })

  test('says why it cannot begin, in a sentence and nowhere but on standard error', async () => {
    const environment = { XDG_CONFIG_HOME: newFolder() }
    const ended = await inboard(['mcp'], { environment })
    expect(ended).toMatchObject({ code: 1, told: '', complaint: expect.stringContaining('inboard login') })
  })

  test('says why a call fails where no server can be reached, and goes on when it can', async () => {
    const door = await Door.open(server.port)
    const agent = await start('write', door.url)
    await door.close()
    const { text, isError } = await agent.use('overview')
    expect([isError, text]).toEqual([
      true,
      expect.stringMatching(/^Inboard cannot be reached .*Try again later\.$/),
    ])
    expect((await agent.client.listTools()).tools).toHaveLength(8)
  })

  test('is told when its token is revoked', async () => {
    const { client } = { client: server.client(session) }
    const { token, api_token } = await client.makeApiToken({ label: 'Agent', scope: 'write' })
    const agent = await agentBy(program, { INBOARD_URL: server.url, INBOARD_TOKEN: token })
    agents.push(agent)
    expect((await agent.use('overview')).isError).toBe(false)
    await client.revokeApiToken({ id: api_token.id })
    expect((await agent.use('overview')).text).toContain('no longer accepted')
  })

  test('answers that are lost on the way change nothing, below a path too', async () => {
    const door = await Door.open(server.port, { path: '/boards', losesEvery: 3 })
    const agent = await start('write', `${door.url}/boards`)
    for (let round = 0; round < 10; round++) {
      const { isError } = await agent.use('add', { cards: [{ text: `Lost and found ${round}` }] })
      expect(isError).toBe(false)
      await agent.use('edit', { cards: [{ card: `Lost and found ${round}`, append: 'once' }] })
    }
    expect(door.lost).toBeGreaterThan(5)
    const { cards } = await server.client(session).searchCards({ q: 'lost found' })
    expect(cards.map(({ text }) => text).sort()).toEqual(
      Array.from({ length: 10 }, (_, round) => `Lost and found ${round}\nonce`),
    )
    await door.close()
  })
})

test('a server that is told to end answers an agent whose call it has begun', async () => {
  const ending = await run()
  const token = await ending.signIn('ada@example.com')
  const agent = await connectAgent(ending.url, token)
  await agent.use('overview')
  const cards = Array.from({ length: 100 }, (_, index) => ({ text: `Card ${index}` }))
  const adding = agent.use('add', { cards })
  await eventually(async () => {
    const { cards: there } = await ending.client(token).listInboxCards()
    return there.length > 0 ? true : undefined
  }, 'the first card')
  const ended = ending.kill('SIGTERM')
  const { isError, data } = await adding
  expect([isError, data.done.length]).toEqual([false, 100])
  expect(await ended).toEqual({ code: 0, signal: null })
  await agent.close()
})

/** A proxy that passes everything on, and loses some of the answers. */
class Door {
  readonly #server = createServer()
  lost = 0
  #passed = 0

  static async open(port: number, { path = '', losesEvery = Number.POSITIVE_INFINITY } = {}): Promise<Door> {
    const door = new Door()
    door.#server.on('request', (incoming, outgoing) => {
      const { method, headers, url = '' } = incoming
      if (!url.startsWith(`${path}/`)) return outgoing.writeHead(502).end('not ours')
      const passedOn = request({ port, host: '127.0.0.1', method, path: url.slice(path.length), headers })
      passedOn.on('response', (answer) => {
        if (++door.#passed % losesEvery === 0) {
          door.lost++
          answer.resume().on('end', () => incoming.socket instanceof Socket && incoming.socket.destroy())
          return
        }
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      })
      incoming.pipe(passedOn)
      return undefined
    })
    await new Promise<void>((resolve) => door.#server.listen(0, '127.0.0.1', resolve))
    return door
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  close(): Promise<void> {
    this.#server.closeAllConnections()
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }
}
