import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestInboard, type TestInboard } from '../../support/service/inboard.ts'

let inboard: TestInboard
beforeAll(async () => {
  inboard = await startTestInboard({ OAUTH: 'off' })
})
afterAll(() => inboard.stop())

test('with OAUTH=off there is none of it, and agents with a token connect as before', async () => {
  const { token, client } = await inboard.signIn()
  for (const path of [
    'GET /.well-known/oauth-protected-resource',
    'GET /.well-known/oauth-protected-resource/mcp',
    'GET /.well-known/oauth-authorization-server',
    'GET /authorize',
    'POST /oauth/register',
    'POST /oauth/token',
    'POST /oauth/revoke',
    'OPTIONS /oauth/token',
    'POST /api/oauth/request',
    'POST /api/oauth/allow',
    'POST /api/oauth/refuse',
  ]) {
    const [method = '', url] = path.split(' ')
    for (const headers of [{}, { authorization: `Bearer ${token}` }]) {
      const answer = await fetch(inboard.url + url, { method, headers })
      const { code } = (await answer.json()) as { code: string }
      expect([path, answer.status, code]).toEqual([path, 404, 'not_found'])
    }
  }
  const refused = await fetch(`${inboard.url}/mcp`, { method: 'POST' })
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  const made = await client.makeApiToken({ label: 'Agent', scope: 'read' })
  const clientInfo = { name: 'agent', version: '1' }
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }
  const connected = await inboard.request('POST', '/mcp', {
    token: made.token,
    headers: { accept: 'application/json, text/event-stream' },
    body: { jsonrpc: '2.0', id: 1, method: 'initialize', params },
  })
  expect(connected.status).toBe(200)
})
