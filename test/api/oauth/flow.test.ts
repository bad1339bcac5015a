import { expect, test } from 'vitest'
import { eventually } from '../../support/service/inboard.ts'
import { openStream } from '../../support/service/open-stream.ts'
import { inboard } from '../../support/service/shared.ts'
import {
  agentOf,
  allowed,
  callback,
  codeFor,
  exchange,
  outcomeOf,
  publish,
  registeredAgent,
  tokensOf,
} from './flow.ts'

test('an agent gets an API token of the scope that the person has chosen', async () => {
  const person = await inboard.signIn()
  const agent = await registeredAgent(inboard)
  const { request } = agent
  expect(await person.client.describeAuthorization({ ...request, scope: 'write offline_access' })).toEqual({
    client: { name: 'Agent', host: null },
    scope: 'write',
    redirect_host: 'agent.example',
  })
  const answer = await allowed(person, agent, 'read')
  expect(Object.fromEntries(answer)).toEqual({
    code: expect.stringMatching(/^[\w-]{43}$/),
    state: request.state,
    iss: inboard.world.config.appUrl,
  })
  const { status, headers, body } = await exchange(inboard, agent, answer.get('code') ?? '')
  expect(body).toEqual({
    access_token: expect.stringMatching(/^inb_[\w-]{43}$/),
    token_type: 'Bearer',
    scope: 'read',
  })
  expect(status).toBe(200)
  expect(headers.get('cache-control')).toBe('no-store')
  const { api_tokens } = await person.client.listApiTokens()
  expect(api_tokens).toEqual([
    {
      id: expect.any(String),
      label: 'Agent',
      scope: 'read',
      created_at: expect.any(String),
      expires_at: null,
      last_used_at: null,
      client: { name: 'Agent', host: null },
    },
  ])
  const mine = await inboard.request('GET', '/api/projects', { token: body.access_token })
  expect(mine.status).toBe(200)
  const me = await inboard.request('GET', '/api/me', { token: body.access_token })
  expect(me.status).toBe(403)
})

test('the host that publishes a document about the client vouches for it', async () => {
  const person = await inboard.signIn()
  const document = await publish('Calendar agent '.repeat(6))
  try {
    const agent = agentOf(document.url, callback)
    const described = await person.client.describeAuthorization(agent.request)
    const client = { name: 'Calendar agent '.repeat(6).trim(), host: new URL(document.url).host }
    expect(described).toEqual({ client, scope: 'write', redirect_host: 'agent.example' })
    const { body } = await exchange(inboard, agent, await codeFor(person, agent, 'capture'))
    expect(body.scope).toBe('capture')
    const { api_tokens } = await person.client.listApiTokens()
    expect(api_tokens).toMatchObject([{ client, scope: 'capture', expires_at: null }])
    // However long the name is, the host is there.
    const label = api_tokens[0]?.label ?? ''
    expect(label).toMatch(/^Calendar agent Calendar agent .* \([^)]+\)$/)
    expect(label.endsWith(` (${client.host})`)).toBe(true)
    expect(label.length).toBeLessThanOrEqual(100)
  } finally {
    document.stop()
  }
})

test('disconnecting is revoking its API token: streams end, and the code brings nothing back', async () => {
  const person = await inboard.signIn()
  const agent = await registeredAgent(inboard)
  const code = await codeFor(person, agent)
  const { body } = await exchange(inboard, agent, code)
  const stream = await openStream(inboard.url, { token: body.access_token })
  const [{ id = '' } = {}] = (await person.client.listApiTokens()).api_tokens
  await person.client.revokeApiToken({ id })
  await eventually(() => stream.isEnded() || undefined, 'the end of the stream')
  expect(outcomeOf(await exchange(inboard, agent, code))).toBe('invalid_grant')
  expect(await tokensOf(person)).toEqual([])
})

test('every step is in the audit trail', async () => {
  const { client, user } = await inboard.signIn()
  const agent = await registeredAgent(inboard)
  const before = inboard.trail.length
  await client.refuseAuthorization(agent.request)
  const code = await codeFor({ client }, agent)
  for (const _ of [1, 2]) await exchange(inboard, agent, code)
  const events = inboard.trail.slice(before).filter(({ user_id }) => user_id === user.id)
  expect(events.map(({ event }) => event)).toEqual([
    'client_refused',
    'client_allowed',
    'token_made',
    'token_revoked',
  ])
})
