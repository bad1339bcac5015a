import { beforeAll, describe, expect, test } from 'vitest'
import { startTestInboard } from '../../support/service/inboard.ts'
import { inboard } from '../../support/service/shared.ts'
import { accept, ping, sendTo } from './messages.ts'

let token: string
beforeAll(async () => {
  const { client } = await inboard.signIn()
  token = (await client.makeApiToken({ label: 'Agent', scope: 'write' })).token
})

const send = (body: unknown, headers: Record<string, string> = {}, bearer = token) =>
  sendTo(inboard.url, bearer, body, headers)

describe('who gets in', () => {
  test('nobody without a token that is valid now', async () => {
    const { client } = await inboard.signIn()
    const made = await client.makeApiToken({ label: 'Agent', scope: 'read' })
    expect((await send(ping, {}, made.token)).status).toBe(200)
    await client.revokeApiToken({ id: made.api_token.id })
    for (const bearer of ['', 'inb_nonsense', made.token]) {
      const answer = await send(ping, {}, bearer)
      // How to get in after all: test/http/oauth/refusals.test.ts.
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
        401,
        expect.stringMatching(/^Bearer /),
      ])
      expect(await answer.json()).toMatchObject({ code: 'unauthenticated' })
    }
  })

  test('no page of another site, even if a browser takes us for its server', async () => {
    for (const origin of ['https://evil.example', 'null', 'http://localhost.evil.example', 'nonsense']) {
      const answer = await send(ping, { origin })
      expect([origin, answer.status]).toEqual([origin, 403])
      expect(await answer.json()).toMatchObject({ jsonrpc: '2.0', error: {}, id: null })
    }
    for (const origin of [inboard.url, new URL(inboard.world.config.appUrl).origin])
      expect((await send(ping, { origin })).status).toBe(200)
  })

  test('no page of this machine, if the server is for the world', async () => {
    const open = await startTestInboard({ APP_URL: 'https://board.example.org' })
    const { client } = await open.signIn()
    const made = await client.makeApiToken({ label: 'Agent', scope: 'write' })
    const status = async (origin: string) => (await sendTo(open.url, made.token, ping, { origin })).status
    expect(await status('http://localhost:5173')).toBe(403)
    expect(await status('https://board.example.org')).toBe(200)
    await open.stop()
  })

  test('only with POST', async () => {
    for (const method of ['GET', 'DELETE']) {
      const answer = await fetch(`${inboard.url}/mcp`, { method, headers: accept })
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
    }
    const put = await fetch(`${inboard.url}/mcp`, { method: 'PUT' })
    expect(put.status).toBe(404)
  })
})
