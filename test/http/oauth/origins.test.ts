import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestInboard, type TestInboard } from '../../support/service/inboard.ts'
import { inboard } from '../../support/service/shared.ts'

const documents = [
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-protected-resource/mcp',
  '/.well-known/oauth-authorization-server',
]
const posts = ['/oauth/register']
const origin = 'https://page.example'

/** The headers that say what a page of another origin may do. */
const permissions = (headers: Headers) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')))

describe('a page of another origin', () => {
  test('may read the documents', async () => {
    for (const path of documents) {
      const { status, headers } = await inboard.request('GET', path, { headers: { origin } })
      expect([path, status, permissions(headers)]).toEqual([
        path,
        200,
        { 'access-control-allow-origin': '*' },
      ])
    }
  })

  test('may register, and read why it was refused', async () => {
    const redirects = { redirect_uris: ['https://page.example/callback'] }
    for (const [body, status] of [
      [redirects, 201],
      [{}, 400],
      ['{', 400],
    ] as const) {
      const answer = await inboard.request('POST', '/oauth/register', { body, headers: { origin } })
      expect([answer.status, permissions(answer.headers)]).toEqual([
        status,
        { 'access-control-allow-origin': '*' },
      ])
    }
  })

  test('is told so before it asks', async () => {
    for (const path of [...documents, ...posts]) {
      const method = documents.includes(path) ? 'GET' : 'POST'
      const { status, text, headers } = await inboard.request('OPTIONS', path, {
        headers: {
          origin,
          'access-control-request-method': method,
          'access-control-request-headers': 'content-type, mcp-protocol-version',
        },
      })
      expect([path, status, text]).toEqual([path, 204, ''])
      expect(permissions(headers)).toEqual({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': method === 'GET' ? 'GET, HEAD' : 'POST',
        'access-control-allow-headers': 'accept, authorization, content-type, mcp-protocol-version',
        'access-control-max-age': '600',
      })
    }
  })

  test('may do nothing else', async () => {
    const { token } = await inboard.signIn()
    const others = [
      ...[
        '/api/me',
        '/api/oauth/request',
        '/api/oauth/allow',
        '/api/tokens',
        '/api/auth/magic-link',
        '/mcp',
        '/',
      ],
      ...['/authorize', '/openapi.json', '/healthz', '/none', '/.well-known/none', '/oauth/none'],
    ]
    for (const path of others)
      for (const method of ['OPTIONS', 'GET', 'POST']) {
        const headers = { origin, 'access-control-request-method': 'POST' }
        const answer = await fetch(inboard.url + path, {
          method,
          headers: { ...headers, authorization: `Bearer ${token}` },
        })
        await answer.text()
        expect([method, path, permissions(answer.headers)]).toEqual([method, path, {}])
      }
  })
})

describe('if OAuth is off', () => {
  let off: TestInboard
  beforeAll(async () => {
    off = await startTestInboard({ OAUTH: 'off' })
  })
  afterAll(() => off.stop())

  test('there is none of it', async () => {
    for (const path of [...documents, ...posts])
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const { status, headers } = await fetch(off.url + path, { method })
        expect([method, path, status, permissions(headers)]).toEqual([method, path, 404, {}])
      }
    const { status, headers } = await off.request('POST', '/mcp', { body: {} })
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  })
})
