import { afterEach, describe, expect, test } from 'vitest'
import { closeAgents, somebody } from '../../support/agents/somebody.ts'
import { outcome } from '../../support/authenticator/ceremonies.ts'
import { inboard } from '../../support/service/shared.ts'

afterEach(closeAgents)

describe('scopes', () => {
  test('with "read", an agent can read but not write', async () => {
    const { client, agent, token } = await somebody('read')
    await client.addInboxCard({ text: 'Milk' })
    const { tools } = await agent.client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['overview', 'find', 'read', 'search', 'fetch'])
    expect((await agent.use('read', { items: ['Milk'] })).text).toContain('Milk')
    for (const call of writing) await expectRefused(token, 'read', 'write', call)
    expect((await client.listInboxCards()).cards).toMatchObject([{ text: 'Milk', complete: false }])
  })

  test('with "capture", it can add to the inbox, and neither do nor see anything else', async () => {
    const { client, agent, token } = await somebody('capture')
    await client.addProject({ title: 'Garden' })
    const { tools } = await agent.client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['add'])
    expect((await agent.client.listPrompts()).prompts).toEqual([])
    expect((await agent.use('add', { cards: [{ text: 'Milk' }, { text: 'Bread' }], key: 'k' })).isError).toBe(
      false,
    )
    expect((await agent.use('add', { cards: [{ text: 'Milk' }, { text: 'Bread' }], key: 'k' })).isError).toBe(
      false,
    )
    expect((await client.listInboxCards()).cards.map(({ text }) => text)).toEqual(['Milk', 'Bread'])
    for (const given of [{ cards: [{ text: 'a', to: 'Garden' }] }, { projects: ['b'] }, { restore: ['c'] }])
      expect((await agent.use('add', given)).text).toContain('may only add cards to the inbox.')
    for (const call of reading) await expectRefused(token, 'capture', 'read', call)
    for (const call of writing) await expectRefused(token, 'capture', 'write', call)
    expect((await client.listProjects()).projects).toHaveLength(1)
  })

  /** As RFC 6750 says it, so that a client that can connect again asks for more. */
  async function expectRefused(
    token: string,
    scope: string,
    needed: string,
    [name, given]: [string, object],
  ) {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }
    const headers = { accept: 'application/json, text/event-stream' }
    const answer = await inboard.request('POST', '/mcp', { token, body, headers })
    expect([name, outcome(answer)]).toEqual([name, '403 scope_insufficient'])
    expect(answer.body.detail).toContain(`has the scope "${scope}", but ${name} needs "${needed}"`)
    expect(answer.headers.get('www-authenticate')).toMatch(
      new RegExp(`^Bearer error="insufficient_scope", resource_metadata="[^"]+/mcp", scope="${needed}"$`),
    )
  }

  const reading: [string, Record<string, unknown>][] = [
    ['overview', {}],
    ['find', { words: 'Milk' }],
    ['read', { items: ['inbox'] }],
    ['search', { query: 'Milk' }],
    ['fetch', { id: 'Milk' }],
  ]
  const writing: [string, Record<string, unknown>][] = [
    ['edit', { cards: [{ card: 'Milk', append: 'x' }] }],
    ['move', { moves: [{ cards: ['Milk'], to: 'inbox' }] }],
    ['complete', { cards: ['Milk'] }],
    ['delete', { cards: ['Milk'] }],
  ]

  test('a session works as a token that may write does', async () => {
    const { agent } = await somebody('session')
    expect((await agent.client.listTools()).tools).toHaveLength(10)
    expect((await agent.use('add', { cards: [{ text: 'Milk' }] })).isError).toBe(false)
  })
})

test('with "calendar", no agent is let in', async () => {
  const { client } = await inboard.signIn()
  const { token } = await client.makeApiToken({ label: 'Calendar', scope: 'calendar' })
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  expect(outcome(await inboard.request('POST', '/mcp', { token, body }))).toBe('403 scope_insufficient')
})
