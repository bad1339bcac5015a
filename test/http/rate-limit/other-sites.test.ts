import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { outcome } from '../../support/authenticator/ceremonies.ts'
import { startTestInboard, type TestInboard } from '../../support/service/inboard.ts'

const limit = 3
const appUrl = 'https://board.example.com'

describe('the limit of an IP for signing in', () => {
  let inboard: TestInboard
  beforeAll(async () => {
    inboard = await startTestInboard({ AUTH_RATE_LIMIT: String(limit), APP_URL: appUrl, TRUST_PROXY: '1' })
  })
  afterAll(() => inboard.stop())

  const ask = async (from: string, headers: Record<string, string>) => {
    const sent = { 'x-forwarded-for': from, ...headers }
    return outcome(await inboard.request('POST', '/api/auth/passkey/options', { headers: sent }))
  }

  test('is not used up by pages of other sites, which are refused', async () => {
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site', origin: appUrl },
      { origin: 'https://evil.example' },
      { origin: 'https://evil.board.example.com' },
      { origin: 'http://board.example.com' },
      { origin: 'http://127.0.0.1' },
      { origin: 'null' },
    ]
    for (const headers of foreign) expect(await ask('192.0.2.1', headers)).toBe('400 malformed_request')
    for (let time = 0; time < limit; time++) expect(await ask('192.0.2.1', {})).toBe('200')
    expect(await ask('192.0.2.1', {})).toBe('429 rate_limited')
    expect(await ask('192.0.2.1', { origin: 'https://evil.example' })).toBe('400 malformed_request')
  })

  test.each<[string, Record<string, string>]>([
    ['a page of APP_URL', { origin: appUrl }],
    ['a page of the address that the server was reached at', { origin: 'reached' }],
    ['a page of a forwarded address', { origin: 'http://board.lan', 'x-forwarded-host': 'board.lan' }],
    ['a page that the browser knows as ours', { 'sec-fetch-site': 'same-origin', origin: 'http://other' }],
    ['a person who typed the address', { 'sec-fetch-site': 'none' }],
    ['a program', {}],
  ])('is used up by %s', async (who, headers) => {
    const from = `192.0.2.${10 + who.length}`
    if (headers.origin === 'reached') headers.origin = new URL(inboard.url).origin
    for (let time = 0; time < limit; time++) expect(await ask(from, headers)).toBe('200')
    expect(await ask(from, headers)).toBe('429 rate_limited')
  })
})
