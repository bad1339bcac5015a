import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agentOf, callback, publish } from '../../api/oauth/flow.ts'
import { outcome } from '../../support/authenticator/ceremonies.ts'
import { startTestInboard } from '../../support/service/inboard.ts'

const here = { APP_URL: 'http://localhost:3000' }
const publicly = { APP_URL: 'https://board.example.com' }
const forwarded = { 'x-forwarded-for': '192.0.2.1' }
const unknown = '400 oauth_client_invalid'

describe('an agent with a document on the machine of the server', () => {
  let document: Awaited<ReturnType<typeof publish>>
  beforeAll(async () => {
    document = await publish('Agent')
  })
  afterAll(() => document.stop())

  test.each<[string, Record<string, string>, Record<string, string>, string]>([
    ['can be allowed from that machine', here, {}, '200'],
    ['is unknown to somebody elsewhere', here, forwarded, unknown],
    ['is unknown by a proxy that names no sender', here, { via: '1.1 proxy' }, unknown],
    ['is unknown behind a proxy', { ...here, TRUST_PROXY: '1' }, {}, unknown],
    ['is unknown to a public service', publicly, {}, unknown],
  ])('%s', async (_what, settings, headers, expected) => {
    const inboard = await startTestInboard(settings)
    const { token } = await inboard.signIn()
    const { request } = agentOf(document.url, callback)
    for (const path of ['request', 'refuse', 'allow']) {
      const body = path === 'allow' ? { ...request, scope: 'read' } : request
      const answer = await inboard.request('POST', `/api/oauth/${path}`, { token, headers, body })
      expect([path, outcome(answer)]).toEqual([path, expected])
    }
    await inboard.stop()
  })
})
