import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Agent, connectAgent, type Era, eras } from '../../support/agents/agent.ts'
import { agentBy } from '../../support/agents/agent-program.ts'
import { inboard as command } from '../../support/processes/command.ts'
import { cleanUp, newFolder, program, root } from '../../support/processes/process.ts'
import { eventually, type SignedIn, startTestInboard } from '../../support/service/inboard.ts'
import { inboard } from '../../support/service/shared.ts'
import { Door } from './door.ts'

let person: SignedIn
beforeAll(async () => {
  person = await inboard.signIn()
})
const agents: Agent[] = []
afterAll(async () => {
  await Promise.all(agents.map((agent) => agent.close()))
  cleanUp()
})

async function start(scope: 'capture' | 'read' | 'write', url = inboard.url, era?: Era) {
  const { token, api_token } = await person.client.makeApiToken({ label: 'Agent', scope })
  const agent = await agentBy(
    program,
    {
      INBOARD_URL: url,
      INBOARD_TOKEN: token,
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
    },
    era,
  )
  agents.push(agent)
  const revoke = () => person.client.revokeApiToken({ id: api_token.id })
  return { agent, revoke }
}

describe.concurrent('inboard mcp', () => {
  test('serves an agent until its token is revoked', async () => {
    const { client } = person
    const { agent, revoke } = await start('write')
    expect((await agent.client.listTools()).tools).toHaveLength(8)
    const text = 'Water the plants'
    const { data } = await agent.use('add', { cards: [{ text }] })
    await agent.use('complete', { cards: [text] })
    const { card } = await client.readCard({ id: data.done[0].id })
    expect(card).toMatchObject({ text, complete: true })
    // What others do meanwhile is seen by the next call.
    await client.editCard({ id: card.id, text: `${text}!` })
    expect((await agent.use('read', { items: [card.id] })).text).toContain(`${text}!`)
    await client.removeCard({ id: card.id })
    expect((await agent.use('read', { items: [card.id] })).isError).toBe(true)

    expect((await agent.use('overview')).isError).toBe(false)
    await revoke()
    expect((await agent.use('overview')).text).toContain('no longer accepted')
  })

  test('offers what the token allows, and no more, with each standard', async () => {
    const names = async (agent: Agent) => (await agent.client.listTools()).tools.map(({ name }) => name)
    const [reading, capturing] = await Promise.all([
      start('read', inboard.url, eras[0]),
      start('capture', inboard.url, eras[1]),
    ])
    expect(await names(reading.agent)).toEqual(['overview', 'find', 'read'])
    expect(await names(capturing.agent)).toEqual(['add'])
    expect((await capturing.agent.use('overview')).text).toContain('has the scope "capture"')
  })

  test('says why it cannot begin, in a sentence and nowhere but on standard error', async () => {
    const ended = await command(['mcp'], { environment: { XDG_CONFIG_HOME: newFolder() } })
    expect(ended).toMatchObject({ code: 1, told: '', complaint: expect.stringContaining('inboard login') })
  })

  test('does once what is answered in vain, below a path too, and says why a call fails where no server is', async () => {
    const door = await Door.open(inboard.world.config.port, { path: '/boards', losesEvery: 2 })
    const { agent } = await start('write', `${door.url}/boards`)
    const { isError: isRefused } = await agent.use('add', { cards: [{ text: 'Lost and found' }] })
    expect(isRefused).toBe(false)
    await agent.use('edit', { cards: [{ card: 'Lost and found', append: 'once' }] })
    expect(door.lost).toBeGreaterThan(1)
    const { cards } = await person.client.searchCards({ q: 'lost found' })
    expect(cards.map((card) => card.text)).toEqual(['Lost and found\nonce'])
    await door.close()
    const { text, isError } = await agent.use('overview')
    expect([isError, text]).toEqual([
      true,
      expect.stringMatching(/^Inboard cannot be reached .*Try again later\.$/),
    ])
    expect((await agent.client.listTools()).tools).toHaveLength(8)
  })
})

test('a server that is told to end answers an agent whose call it has begun', async () => {
  const ending = await startTestInboard()
  const { client, token } = await ending.signIn()
  const agent = await connectAgent(ending.url, token)
  await agent.use('overview')
  const cards = Array.from({ length: 100 }, (_, index) => ({ text: `Card ${index}` }))
  const adding = agent.use('add', { cards })
  await eventually(async () => {
    const { cards: there } = await client.listInboxCards()
    return there.length > 0 ? true : undefined
  }, 'the first card')
  const ended = ending.stop()
  const { isError, data } = await adding
  expect([isError, data.done.length]).toEqual([false, 100])
  await ended
  await agent.close()
})
