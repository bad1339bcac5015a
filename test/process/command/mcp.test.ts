import { describe, expect, test } from 'vitest'
import { inboard as command } from '../../support/processes/command.ts'
import { newFolder } from '../../support/processes/process.ts'
import { inboard as service } from '../../support/service/shared.ts'
import { startAgents } from './agents.ts'

const at = startAgents()

describe.concurrent('inboard mcp', () => {
  test('serves an agent until its token is revoked', async () => {
    const { client } = at
    const { agent, revoke } = await at.start('write')
    expect((await agent.client.listTools()).tools).toHaveLength(10)
    const text = 'Water the plants'
    const { data } = await agent.use('add', { cards: [{ text }] })
    await agent.use('complete', { cards: [text] })
    expect(data.done[0].url).toBe(`${service.url}/card/${data.done[0].id}`)
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

  test('says on standard error why it cannot start', async () => {
    const ended = await command(['mcp'], { environment: { XDG_CONFIG_HOME: newFolder() } })
    expect(ended).toMatchObject({ code: 1, told: '', complaint: expect.stringContaining('inboard login') })
  })
})
