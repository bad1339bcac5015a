import {
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  registerClient,
} from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestInboard, type TestInboard } from '../../support/service/inboard.ts'
import { inboard } from '../../support/service/shared.ts'

const { appUrl } = inboard.world.config
const ofResource = '/.well-known/oauth-protected-resource'
const ofServer = '/.well-known/oauth-authorization-server'

describe('a client finds out', () => {
  test.each([ofResource, `${ofResource}/mcp`])('who decides about /mcp: %s', async (path) => {
    const { status, headers, body } = await inboard.request('GET', path)
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
    expect(body).toEqual({
      resource: `${appUrl}/mcp`,
      authorization_servers: [appUrl],
      bearer_methods_supported: ['header'],
      scopes_supported: ['capture', 'read', 'write'],
      resource_name: 'Inboard',
    })
  })

  test('how to be allowed', async () => {
    const { status, headers, body } = await inboard.request('GET', ofServer)
    expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=300'])
    expect(body).toEqual({
      issuer: appUrl,
      authorization_endpoint: `${appUrl}/authorize`,
      token_endpoint: `${appUrl}/oauth/token`,
      revocation_endpoint: `${appUrl}/oauth/revoke`,
      registration_endpoint: `${appUrl}/oauth/register`,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      scopes_supported: ['capture', 'read', 'write'],
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
    })
  })

  test('without the content, if it wants that', async () => {
    for (const path of [ofResource, ofServer]) {
      const got = await inboard.request('GET', path)
      const head = await inboard.request('HEAD', path)
      expect([head.status, head.text, head.headers.get('content-length')]).toEqual([
        200,
        '',
        String(got.text.length),
      ])
    }
  })

  test('from the refusal of /mcp, as the official client does it', async () => {
    const refused = await inboard.request('POST', '/mcp', { body: {} })
    const [, url = ''] =
      /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '') ?? []
    expect(url).toBe(`${appUrl}${ofResource}/mcp`)
    // The service of a test is elsewhere than it says.
    const fetchFn = (to: string | URL, options?: RequestInit) =>
      fetch(String(to).replace(appUrl, inboard.url), options)
    const about = await discoverOAuthProtectedResourceMetadata(
      `${appUrl}/mcp`,
      { resourceMetadataUrl: url },
      fetchFn,
    )
    const [server = ''] = about.authorization_servers ?? []
    const metadata = await discoverAuthorizationServerMetadata(server, { fetchFn })
    expect(metadata).toMatchObject({ issuer: appUrl })
    const client = await registerClient(server, {
      ...(metadata && { metadata }),
      clientMetadata: { client_name: 'Agent', redirect_uris: ['http://127.0.0.1/callback'] },
      fetchFn,
    })
    expect(client).toMatchObject({ client_id: expect.stringMatching(/^client_/), client_name: 'Agent' })
  })
})

describe('below a path', () => {
  let below: TestInboard
  beforeAll(async () => {
    below = await startTestInboard({ APP_URL: 'https://example.com/inboard/' })
  })
  afterAll(() => below.stop())

  test('the documents are at the root of the host, and name the path at their end', async () => {
    const resource = await below.request('GET', `${ofResource}/inboard/mcp`)
    expect(resource.body).toMatchObject({
      resource: 'https://example.com/inboard/mcp',
      authorization_servers: ['https://example.com/inboard'],
    })
    const server = await below.request('GET', `${ofServer}/inboard`)
    expect(server.body).toMatchObject({
      issuer: 'https://example.com/inboard',
      token_endpoint: 'https://example.com/inboard/oauth/token',
    })
    const refused = await below.request('POST', '/mcp', { body: {} })
    expect(refused.headers.get('www-authenticate')).toBe(
      `Bearer resource_metadata="https://example.com${ofResource}/inboard/mcp", scope="write"`,
    )
  })
})
