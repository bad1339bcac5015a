import { describe, expect, test } from 'vitest'
import type { AuthorizationRequest } from '../../../src/contract/oauth.ts'
import { codeOfRefusal, type SignedIn } from '../../support/service/inboard.ts'
import { inboard } from '../../support/service/shared.ts'
import { allowed, callback, registeredAgent, tokensOf } from './flow.ts'

const { appUrl } = inboard.world.config

/** Other parameters; undefined to send none. */
type Changed = { [Parameter in keyof AuthorizationRequest]: string | undefined }

const changed = (request: AuthorizationRequest, wrong: Changed) =>
  ({ ...request, ...wrong }) as AuthorizationRequest

/** What the client learns from each of the three calls. */
async function outcomes({ client }: SignedIn, request: AuthorizationRequest) {
  const { error, redirect_to: described = '' } = await client.describeAuthorization(request)
  const { redirect_to } = await client.allowAuthorization({ ...request, scope: 'read' })
  const learned = [described, redirect_to].map((url) => new URL(url).searchParams)
  for (const query of learned) expect([query.get('iss'), query.get('code')]).toEqual([appUrl, null])
  return [error, ...learned.map((query) => query.get('error'))]
}

describe('a client or redirect that cannot be trusted is told to the person alone', () => {
  const attempts: [string, Changed][] = [
    ['no client', { client_id: undefined }],
    ['an empty client', { client_id: '' }],
    ['an unknown client', { client_id: 'somebody' }],
    ['a forged registration', { client_id: 'client_AAAA' }],
    ['another host', { redirect_uri: 'https://thief.example/callback' }],
    ['another path', { redirect_uri: `${callback}/` }],
    ['another query', { redirect_uri: `${callback}?next=https://thief.example` }],
    ['another scheme', { redirect_uri: 'http://agent.example/callback' }],
    ['user info', { redirect_uri: 'https://agent.example@thief.example/callback' }],
    ['a script', { redirect_uri: 'javascript:alert(1)' }],
  ]
  for (const [name, wrong] of attempts) {
    test(name, async () => {
      const { client } = await inboard.signIn()
      const { request } = await registeredAgent(inboard)
      // Whatever else is wrong, too: it is looked at later.
      const given = changed(request, { ...wrong, response_type: 'token' })
      const calls = [
        client.describeAuthorization(given),
        client.allowAuthorization({ ...given, scope: 'read' }),
        client.refuseAuthorization(given),
      ]
      const codes = await Promise.all(calls.map(codeOfRefusal))
      expect(codes).toEqual(Array(3).fill('oauth_client_invalid'))
    })
  }
})

describe('every other mistake goes to the client, and never with a code', () => {
  const resource = `${appUrl}/mcp`
  const attempts: [string, Changed, string][] = [
    ['no response type', { response_type: undefined }, 'invalid_request'],
    ['the implicit flow', { response_type: 'token' }, 'unsupported_response_type'],
    ['a hybrid flow', { response_type: 'code id_token' }, 'unsupported_response_type'],
    ['no challenge', { code_challenge: undefined }, 'invalid_request'],
    ['an empty challenge', { code_challenge: '' }, 'invalid_request'],
    ['a short challenge', { code_challenge: 'a'.repeat(42) }, 'invalid_request'],
    ['a long challenge', { code_challenge: 'a'.repeat(129) }, 'invalid_request'],
    ['a challenge in base64', { code_challenge: `${'a'.repeat(42)}+` }, 'invalid_request'],
    ['a challenge of two lines', { code_challenge: `${'a'.repeat(43)}\n` }, 'invalid_request'],
    ['no method, which would mean plain', { code_challenge_method: undefined }, 'invalid_request'],
    ['the method plain', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['another resource', { resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
    ['the resource of all', { resource: appUrl }, 'invalid_target'],
    ['a resource below', { resource: `${resource}/x` }, 'invalid_target'],
    ['a resource with two slashes', { resource: `${resource}//` }, 'invalid_target'],
    ['a resource in capitals', { resource: resource.replace('mcp', 'MCP') }, 'invalid_target'],
    ['a resource with dot segments', { resource: `${appUrl}/x/../mcp` }, 'invalid_target'],
    ['a resource with a tab', { resource: `${appUrl}/\tmcp` }, 'invalid_target'],
    ['a resource with user info', { resource: resource.replace('//', '//x@') }, 'invalid_target'],
    ['a resource on another port', { resource: resource.replace(/:\d+/, ':1') }, 'invalid_target'],
  ]
  for (const [name, wrong, error] of attempts) {
    test(`${name}: ${error}`, async () => {
      const person = await inboard.signIn()
      const { request } = await registeredAgent(inboard)
      const state = request.state ?? ''
      expect(await outcomes(person, changed(request, wrong))).toEqual([error, error, error])
      const { redirect_to } = await person.client.describeAuthorization(changed(request, wrong))
      const query = new URL(redirect_to ?? '').searchParams
      expect([query.get('state'), query.has('error_description')]).toEqual([state, true])
    })
  }

  test('only unknown scopes: invalid_scope', async () => {
    const { client } = await inboard.signIn()
    const { request } = await registeredAgent(inboard)
    for (const scope of ['admin', 'offline_access openid', 'WRITE', 'calendar', 'read,write']) {
      const { error } = await client.describeAuthorization({ ...request, scope })
      expect([scope, error]).toEqual([scope, 'invalid_scope'])
    }
  })
})

test('the widest known scope counts, and without any it is write', async () => {
  const { client } = await inboard.signIn()
  const { request } = await registeredAgent(inboard)
  const scopes = [
    [undefined, 'write'],
    ['', 'write'],
    ['  ', 'write'],
    ['read', 'read'],
    ['capture', 'capture'],
    ['capture read', 'read'],
    ['read offline_access write', 'write'],
    ['offline_access capture', 'capture'],
  ]
  for (const [scope, expected] of scopes) {
    const described = await client.describeAuthorization({
      ...request,
      ...(scope !== undefined && { scope }),
    })
    expect([scope, described.scope]).toEqual([scope, expected])
  }
})

test('the resource may be named with a slash at its end, and its scheme and host in capitals', async () => {
  const person = await inboard.signIn()
  const agent = await registeredAgent(inboard)
  for (const resource of [`${appUrl}/mcp/`, `${appUrl.toUpperCase()}/mcp`]) {
    agent.request.resource = resource
    expect((await allowed(person, agent)).has('code')).toBe(true)
  }
})

test('a refusal says nothing but that, whatever else is wrong with the request', async () => {
  const { client } = await inboard.signIn()
  const { request } = await registeredAgent(inboard)
  for (const wrong of [{}, { response_type: 'token' }]) {
    const { redirect_to } = await client.refuseAuthorization({ ...request, ...wrong })
    expect(Object.fromEntries(new URL(redirect_to).searchParams)).toEqual({
      error: 'access_denied',
      error_description: expect.any(String),
      state: request.state,
      iss: appUrl,
    })
  }
})

test('the state comes back byte for byte, and the query of the redirect stays as it is', async () => {
  const person = await inboard.signIn()
  const agent = await registeredAgent(inboard, {
    redirect_uri: `${callback}?a=%20+&b&c=ü%2F&`.replace('ü', '%fc'),
  })
  const { redirect_uri } = agent.request
  for (const state of ['a b+c%20&code=x#y="<>\\', 'ü🪴\u0000\r\n\ufeff', '=', ' ']) {
    agent.request.state = state
    const { redirect_to } = await person.client.allowAuthorization({ ...agent.request, scope: 'read' })
    expect(redirect_to.startsWith(redirect_uri)).toBe(true)
    const added = redirect_to.slice(redirect_uri.length).split('&')
    expect(added.map((one) => one.split('=')[0])).toEqual(['code', 'state', 'iss'])
    expect(decodeURIComponent(added[1]?.split('=')[1] ?? '')).toBe(state)
  }
  delete agent.request.state
  expect((await allowed(person, agent)).has('state')).toBe(false)
})

test('half a character in a state comes back as what stands for it in a URL', async () => {
  const person = await inboard.signIn()
  const { request } = await registeredAgent(inboard)
  const { body } = await inboard.request('POST', '/api/oauth/allow', {
    token: person.token,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...request, state: 'STATE', scope: 'read' }).replace('STATE', '\\ud800'),
  })
  const query = new URL(body.redirect_to).searchParams
  expect([query.get('state'), query.has('code')]).toEqual(['\ufffd', true])
})

test('the port of a program on this device may differ', async () => {
  const { client } = await inboard.signIn()
  const { request } = await registeredAgent(inboard, { redirect_uri: 'http://127.0.0.1:1/callback' })
  const redirect_uri = 'http://127.0.0.1:51004/callback'
  const described = await client.describeAuthorization({ ...request, redirect_uri })
  expect(described.redirect_host).toBe('127.0.0.1:51004')
})

test('what is allowed is one of the scopes, and by a session alone', async () => {
  const { client, token } = await inboard.signIn()
  const { request } = await registeredAgent(inboard)
  for (const scope of ['calendar', 'admin', '', 'read write', undefined]) {
    const body = { ...request, scope }
    const { status } = await inboard.request('POST', '/api/oauth/allow', { token, body })
    expect([scope, status]).toEqual([scope, 422])
  }
  const made = await client.makeApiToken({ label: 'Shell', scope: 'write' })
  for (const path of ['request', 'allow', 'refuse']) {
    const answers = [
      await inboard.request('POST', `/api/oauth/${path}`, { token: made.token, body: request }),
      await inboard.request('POST', `/api/oauth/${path}`, { body: request }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 401])
  }
  expect(await tokensOf({ client })).toEqual(['Shell'])
})
