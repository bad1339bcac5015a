import { expect, test } from 'vitest'
import { inboard } from '../../support/service/shared.ts'
import { allowed, codeFor, exchange, registeredAgent } from './flow.ts'

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

test('a second use of a code revokes the token that the first one got', async () => {
  const person = await inboard.signIn()
  const agent = await registeredAgent(inboard)
  const code = await codeFor(person, agent)
  const { body } = await exchange(inboard, agent, code)
  const replay = await exchange(inboard, agent, code)
  expect([replay.status, replay.body.error]).toEqual([400, 'invalid_grant'])
  expect((await person.client.listApiTokens()).api_tokens).toEqual([])
  const me = await inboard.request('GET', '/api/projects', { token: body.access_token })
  expect(me.status).toBe(401)
})
