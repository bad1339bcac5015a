import { createHmac, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createSessionTokens } from '../../../src/server/accounts/session-tokens.ts'
import { systemClock } from '../../../src/server/common/clock.ts'
import { configure } from '../../../src/server/config/configure.ts'
import { createOAuthClients } from '../../../src/server/oauth/clients.ts'
import { chanceOfRun } from '../../support/machine/chance.ts'

const [secret, former, other] = ['one', 'two', 'three'].map((word) => word.repeat(20))
const redirect = 'https://agent.example/callback'

function clientsWith(jwtSecret = secret, jwtSecretPrevious: (string | undefined)[] = []) {
  const config = { appUrl: 'https://board.example', jwtSecret, jwtSecretPrevious } as Parameters<
    typeof createOAuthClients
  >[0]['config']
  return createOAuthClients({ config, clock: systemClock, version: '1.2.3' })
}
const clients = clientsWith()
const register = (metadata: object, at = clients) =>
  at.register({ redirect_uris: [redirect], ...metadata }) as { client_id: string; client_name?: string }
const find = (id: string, at = clients) => at.find(id, { ownerId: 'ada', isHere: true })
const refused = { problem: { code: 'oauth_client_invalid' } }
/** The code of the error with which a registration is refused. */
function mistakeIn(metadata: unknown): string {
  try {
    clients.register(metadata)
    return 'none'
  } catch (error) {
    return (error as { error: string }).error
  }
}

describe('a registration', () => {
  test('is the id of its client', async () => {
    const redirectUris = [redirect, 'http://127.0.0.1/', 'app:/back']
    const answer = clients.register({
      client_name: 'Agent',
      redirect_uris: redirectUris,
      grant_types: ['implicit', 'client_credentials'],
      response_types: ['token'],
      token_endpoint_auth_method: 'client_secret_basic',
      scope: 'everything',
    })
    expect(answer).toEqual({
      client_id: expect.stringMatching(/^client_[\w-]+$/),
      client_name: 'Agent',
      redirect_uris: redirectUris,
      grant_types: ['authorization_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    })
    expect(await find(answer.client_id)).toEqual({
      id: answer.client_id,
      name: 'Agent',
      host: null,
      redirectUris,
    })
    // Every instance knows it.
    expect(await find(answer.client_id, clientsWith())).toMatchObject({ name: 'Agent' })
  })

  test('needs no name', async () => {
    const { client_id, ...answer } = register({})
    expect(answer).not.toHaveProperty('client_name')
    expect((await find(client_id)).name).toBe('An agent without a name')
  })

  test('survives a change of the secret once', async () => {
    const { client_id } = register({}, clientsWith(former))
    await expect(find(client_id)).rejects.toMatchObject(refused)
    expect(await find(client_id, clientsWith(secret, [former]))).toMatchObject({ redirectUris: [redirect] })
    await expect(find(client_id, clientsWith(secret, [other]))).rejects.toMatchObject(refused)
  })

  test('cannot be changed by a single bit, and has no second spelling', async () => {
    const { client_id } = register({ client_name: 'Agent' })
    const chance = chanceOfRun()
    const bytes = Buffer.from(client_id.slice('client_'.length), 'base64url')
    for (let bit = 0; bit < 8 * bytes.length; bit++) {
      const changed = Buffer.from(bytes)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      await expect(find(`client_${changed.toString('base64url')}`)).rejects.toMatchObject(refused)
    }
    const letters = [...'ABCDEFabcdef0189-_+/=. \n%']
    for (let count = 0; count < 2000; count++) {
      const at = chance.below(client_id.length + 1)
      const other = client_id.slice(0, at) + chance.pick(letters) + client_id.slice(at + chance.below(2))
      if (other !== client_id) await expect(find(other), other).rejects.toMatchObject(refused)
    }
  })

  test.each([
    '',
    'client_',
    'client_x',
    `client_${randomBytes(31).toString('base64url')}`,
    `client_${randomBytes(32).toString('base64url')}`,
    `client_${randomBytes(200).toString('base64url')}`,
    `client_${'A'.repeat(4000)}`,
    'constructor',
    'agent',
  ])('is not %s', (id) => expect(find(id)).rejects.toMatchObject(refused))

  test('is signed with a key for this alone', async () => {
    const { client_id } = register({})
    const sealed = Buffer.from(client_id.slice('client_'.length), 'base64url')
    const content = sealed.subarray(32)
    const mac = createHmac('sha256', secret ?? '')
      .update(content)
      .digest()
    expect(mac.equals(sealed.subarray(0, 32))).toBe(false)
    const forged = `client_${Buffer.concat([mac, content]).toString('base64url')}`
    await expect(find(forged)).rejects.toMatchObject(refused)
  })

  test('is never a session, and no session is a registration', async () => {
    const config = configure({ JWT_SECRET: secret, MAIL_TRANSPORT: 'log' })
    const sessions = createSessionTokens(config, systemClock)
    const { token } = sessions.issue('ada')
    expect(sessions.read(token)).toBeDefined()
    for (const id of [token, `client_${token}`, `client_${token.replaceAll('.', '')}`])
      await expect(find(id)).rejects.toMatchObject(refused)
    const { client_id } = register({})
    const body = client_id.slice('client_'.length)
    for (const text of [
      client_id,
      body,
      `${body}.${body}.${body}`,
      `${token.split('.', 2).join('.')}.${body.slice(0, 43)}`,
    ])
      expect(sessions.read(text)).toBeUndefined()
  })
})

describe('a registration is refused', () => {
  test.each<[unknown, string]>([
    ...[null, undefined, 1, 'text', true, []].map(
      (metadata) => [metadata, 'invalid_client_metadata'] as [unknown, string],
    ),
    [{ redirect_uris: [redirect], client_name: 1 }, 'invalid_client_metadata'],
    [{ redirect_uris: [redirect], client_name: {} }, 'invalid_client_metadata'],
    [{ redirect_uris: [redirect], client_name: 'x'.repeat(101) }, 'invalid_client_metadata'],
    [{ redirect_uris: [redirect], client_name: '🤖'.repeat(101) }, 'invalid_client_metadata'],
    [{ redirect_uris: Array(6).fill(redirect) }, 'invalid_client_metadata'],
    [{}, 'invalid_redirect_uri'],
    [{ redirect_uris: redirect }, 'invalid_redirect_uri'],
    [{ redirect_uris: [] }, 'invalid_redirect_uri'],
    [{ redirect_uris: [1] }, 'invalid_redirect_uri'],
    [{ redirect_uris: [redirect, 'javascript:alert(1)'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['http://agent.example/callback'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['https://agent.example/#x'] }, 'invalid_redirect_uri'],
  ])('%j', (metadata, code) => expect(mistakeIn(metadata)).toBe(code))

  test('not if it uses all that it may', () => {
    expect(mistakeIn({ client_name: '🤖'.repeat(100), redirect_uris: Array(5).fill(redirect) })).toBe('none')
  })
})
