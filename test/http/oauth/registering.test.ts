import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestInboard, type TestInboard } from '../../support/service/inboard.ts'
import { inboard } from '../../support/service/shared.ts'

const redirect = 'https://agent.example/callback'
const register = (body: unknown, headers: Record<string, string> = {}, at = inboard) =>
  at.request('POST', '/oauth/register', { body, headers })
const mistake = async (body: unknown, headers?: Record<string, string>) => {
  const answer = await register(body, headers)
  return [answer.status, answer.body.error]
}

describe('a client registers', () => {
  test('and is told what it is, whatever it wanted to be', async () => {
    const { status, headers, body } = await register({
      client_name: 'Agent\u202e',
      redirect_uris: [redirect],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'client_secret_post',
      contacts: ['ada@agent.example'],
    })
    expect([status, headers.get('cache-control')]).toEqual([201, 'no-store'])
    expect(body).toEqual({
      client_id: expect.stringMatching(/^client_/),
      client_name: 'Agent',
      redirect_uris: [redirect],
      grant_types: ['authorization_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    })
    const { user } = await inboard.signIn()
    expect(
      await inboard.world.oauthClients.find(body.client_id, { ownerId: user.id, isHere: true }),
    ).toMatchObject({
      name: 'Agent',
      host: null,
    })
    // It opens nothing.
    expect((await inboard.request('GET', '/api/me', { token: body.client_id })).status).toBe(401)
    expect((await inboard.request('POST', '/mcp', { token: body.client_id, body: {} })).status).toBe(401)
  })

  test('and uses up to 2 KiB', async () => {
    const ofLength = (length: number) => {
      const text = (path: string) => JSON.stringify({ redirect_uris: [`${redirect}/${path}`] })
      return text('x'.repeat(length - text('').length))
    }
    const headers = { 'content-type': 'application/json' }
    const { status, body } = await register(ofLength(2048), headers)
    expect(status).toBe(201)
    // It fits into a request for authorization.
    expect(body.client_id.length).toBeLessThan(4096)
    expect(await mistake(ofLength(2049), headers)).toEqual([400, 'invalid_client_metadata'])
    expect(await mistake(ofLength(100_000), headers)).toEqual([400, 'invalid_client_metadata'])
  })
})

describe('a registration is refused', () => {
  test.each<[unknown, string]>([
    [{}, 'invalid_redirect_uri'],
    [{ redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: [redirect], client_name: 'x'.repeat(101) }, 'invalid_client_metadata'],
    [{ redirect_uris: Array(6).fill(redirect) }, 'invalid_client_metadata'],
    [[], 'invalid_client_metadata'],
    ['{', 'invalid_client_metadata'],
    ['{"redirect_uris":["https://agent.example/"],"__proto__":{}}', 'invalid_client_metadata'],
    [`${'['.repeat(1000)}${']'.repeat(1000)}`, 'invalid_client_metadata'],
    [Buffer.from('{"client_name":"\xff"}', 'latin1'), 'invalid_client_metadata'],
  ])('%j', async (body, code) =>
    expect(await mistake(body, { 'content-type': 'application/json' })).toEqual([400, code]),
  )

  test('without a body, or with one of another kind', async () => {
    const invalid = [400, 'invalid_client_metadata']
    expect(await mistake(undefined)).toEqual(invalid)
    expect(await mistake('redirect_uris=x', { 'content-type': 'application/x-www-form-urlencoded' })).toEqual(
      invalid,
    )
    expect(await mistake('{}', { 'content-type': 'application/json', 'content-encoding': 'gzip' })).toEqual(
      invalid,
    )
  })
})

describe('who registers again and again', () => {
  const limit = 3
  let limited: TestInboard
  beforeAll(async () => {
    limited = await startTestInboard({ AUTH_RATE_LIMIT: String(limit), TRUST_PROXY: '1' })
  })
  afterAll(() => limited.stop())

  const from = (ip: string, body: unknown = { redirect_uris: [redirect] }) =>
    register(body, { 'x-forwarded-for': ip }, limited)

  test('is stopped for a minute, and keeps nobody from anything else', async () => {
    for (let count = 0; count < limit; count++) expect((await from('192.0.2.1')).status).toBe(201)
    const { status, headers, body } = await from('192.0.2.1')
    expect([status, body.error]).toEqual([429, 'too_many_requests'])
    const wait = Number(headers.get('retry-after'))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(60)
    // A page can read how long.
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect((await from('192.0.2.2')).status).toBe(201)
    const others = { headers: { 'x-forwarded-for': '192.0.2.1' } }
    expect((await limited.request('POST', '/api/auth/passkey/options', others)).status).toBe(200)
    for (const path of ['oauth-protected-resource', 'oauth-authorization-server'])
      expect((await limited.request('GET', `/.well-known/${path}`, others)).status).toBe(200)
    limited.clock.advance(60_000)
    expect((await from('192.0.2.1')).status).toBe(201)
  })

  test('is stopped before anything is read, and for what is refused too', async () => {
    for (let count = 0; count < limit; count++) expect((await from('192.0.2.3', '{')).status).toBe(400)
    expect((await from('192.0.2.3', '{')).status).toBe(429)
  })

  test('does not fill the database', async () => {
    const { bytes } = await limited.world.db.measure()
    limited.clock.advance(60_000)
    for (let count = 0; count < limit; count++)
      await from('192.0.2.4', { redirect_uris: [`${redirect}/${count}`] })
    expect(await limited.world.db.measure()).toMatchObject({ bytes })
  })
})
