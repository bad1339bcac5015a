import { describe, expect, test } from 'vitest'
import { startAgents } from '../../../process/command/agents.ts'
import { Door } from '../../../process/command/door.ts'
import { type Agent, connectAgent, eras } from '../../../support/agents/agent.ts'
import { eventually, startTestInboard } from '../../../support/service/inboard.ts'
import { inboard } from '../../../support/service/shared.ts'

const at = startAgents()

describe.concurrent('inboard mcp', () => {
  test('offers what the token allows, and no more, with each standard', async () => {
    const names = async (agent: Agent) => (await agent.client.listTools()).tools.map(({ name }) => name)
    const [reading, capturing] = await Promise.all([
      at.start('read', inboard.url, eras[0]),
      at.start('capture', inboard.url, eras[1]),
    ])
    expect(await names(reading.agent)).toEqual(['overview', 'find', 'read', 'search', 'fetch'])
    expect(await names(capturing.agent)).toEqual(['add'])
    expect((await capturing.agent.use('overview')).text).toContain('has the scope "capture"')
  })

  test('does a call once though its answer is lost, and says why calls fail offline', async () => {
    const door = await Door.open(inboard.world.config.port, { path: '/boards', losesEvery: 2 })
    const { agent } = await at.start('write', `${door.url}/boards`)
    const { isError: isRefused } = await agent.use('add', { cards: [{ text: 'Lost and found' }] })
    expect(isRefused).toBe(false)
    await agent.use('edit', { cards: [{ card: 'Lost and found', append: 'once' }] })
    expect(door.lost).toBeGreaterThan(1)
    const { cards } = await at.client.searchCards({ q: 'lost found' })
    expect(cards.map((card) => card.text)).toEqual(['Lost and found\nonce'])
    await door.close()
    const { text, isError } = await agent.use('overview')
    expect([isError, text]).toEqual([true, 'Inboard cannot be reached: connection refused.'])
    expect((await agent.client.listTools()).tools).toHaveLength(10)
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
