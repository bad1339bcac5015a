import { describe, expect, test } from 'vitest'
import { inboard } from '../../support/service/shared.ts'
import { accept, ping } from '../mcp/messages.ts'

const metadata = `${inboard.world.config.appUrl}/.well-known/oauth-protected-resource/mcp`
const parameters = `resource_metadata="${metadata}", scope="write"`

const ask = async (authorization?: string) => {
  const headers = { ...accept, ...(authorization !== undefined && { authorization }) }
  const answer = await inboard.request('POST', '/mcp', { body: ping, headers })
  return [answer.status, answer.headers.get('www-authenticate')]
}

describe('/mcp says how to be let in', () => {
  test('to a client without a token', async () => {
    expect(await ask()).toEqual([401, `Bearer ${parameters}`])
    expect(await ask('Bearer')).toEqual([401, `Bearer ${parameters}`])
    expect(await ask('Basic YWRhOmFkYQ==')).toEqual([401, `Bearer ${parameters}`])
  })

  test('to a client whose token is no longer valid', async () => {
    const { client } = await inboard.signIn()
    const { token, api_token } = await client.makeApiToken({ label: 'Agent', scope: 'read' })
    expect(await ask(`Bearer ${token}`)).toEqual([200, null])
    await client.revokeApiToken({ id: api_token.id })
    for (const sent of [token, 'inb_nonsense', 'a.b.c'])
      expect(await ask(`Bearer ${sent}`)).toEqual([401, `Bearer error="invalid_token", ${parameters}`])
  })

  test('to a client whose token is for something else', async () => {
    const { client } = await inboard.signIn()
    const { token } = await client.makeApiToken({ label: 'Calendar', scope: 'calendar' })
    expect(await ask(`Bearer ${token}`)).toEqual([403, `Bearer error="insufficient_scope", ${parameters}`])
  })

  test('and no other endpoint does', async () => {
    for (const path of ['/api/me', '/api/projects', '/api/changes']) {
      const { status, headers } = await inboard.request('GET', path)
      expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    }
  })
})
