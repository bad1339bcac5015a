import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { outcome } from '../../support/authenticator/ceremonies.ts'
import { startTestInboard, type TestInboard } from '../../support/service/inboard.ts'

const limit = 4

describe('behind one proxy', () => {
  let inboard: TestInboard
  beforeAll(async () => {
    inboard = await startTestInboard({ AUTH_RATE_LIMIT: String(limit), TRUST_PROXY: '1' })
  })
  afterAll(() => inboard.stop())

  /** Sends a request as the proxy would forward it for a client with this IP. */
  const ask = (from: string, path = '/api/auth/verify-email', body: unknown = { token: 'x' }) =>
    inboard.request('POST', path, { body, headers: { 'x-forwarded-for': from } })
  const askOften = async (from: string, times: number) => {
    const outcomes: string[] = []
    for (let time = 0; time < times; time++) outcomes.push(outcome(await ask(from)))
    return outcomes
  }
  const share = Array(limit).fill('400 token_unknown')

  test('a client that has used up its share has to wait', async () => {
    expect(await askOften('192.0.2.1', limit + 2)).toEqual([...share, '429 rate_limited', '429 rate_limited'])
    const { body, headers } = await ask('192.0.2.1')
    expect(body).toMatchObject({ title: 'Too Many Requests', status: 429, code: 'rate_limited' })
    expect(body.retry_after).toBeGreaterThan(0)
    expect(body.retry_after).toBeLessThanOrEqual(60)
    expect(headers.get('retry-after')).toBe(String(body.retry_after))
    expect(body.detail).toContain(`in ${body.retry_after} seconds`)
  })

  test('another client is not affected', async () => {
    expect(await askOften('192.0.2.2', limit)).toEqual(share)
  })

  test('an IPv6 client does not get more by its many IPs', async () => {
    for (let host = 1; host <= limit; host++) expect(outcome(await ask(`2001:db8::${host}`))).toBe(share[0])
    expect(outcome(await ask('2001:db8::abcd:1'))).toBe('429 rate_limited')
    expect(outcome(await ask('2001:db8:0:1::1'))).toBe(share[0])
  })

  test("a client's own claims, before those of the proxy, are ignored", async () => {
    for (let time = 0; time < limit; time++) await ask(`198.51.100.${time}, 192.0.2.3`)
    expect(outcome(await ask('127.0.0.1, 192.0.2.3'))).toBe('429 rate_limited')
    expect(outcome(await ask('192.0.2.3'))).toBe('429 rate_limited')
  })

  test('a new minute is a new share', async () => {
    await askOften('192.0.2.6', limit)
    expect(outcome(await ask('192.0.2.6'))).toBe('429 rate_limited')
    inboard.clock.advance(60_000)
    expect(await askOften('192.0.2.6', limit + 1)).toEqual([...share, '429 rate_limited'])
  })

  test('a change of address counts too, once its session is known, together with the public endpoints', async () => {
    const { token } = await inboard.signIn()
    const headers = { 'x-forwarded-for': '192.0.2.7' }
    const change = async (token?: string, body: unknown = {}) =>
      outcome(await inboard.request('POST', '/api/email/change', { token, headers, body }))
    for (let time = 0; time <= limit; time++) expect(await change()).toBe('401 unauthenticated')
    for (let time = 2; time < limit; time++) expect(await change(token)).toBe('422 validation_failed')
    expect(await change(token, { email: 'new@example.com' })).toBe('202')
    expect(await askOften('192.0.2.7', 2)).toEqual(['400 token_unknown', '429 rate_limited'])
    const answer = await inboard.request('POST', '/api/email/change', { token, headers, body: 'nonsense' })
    expect(outcome(answer)).toBe('429 rate_limited')
    expect(answer.headers.get('retry-after')).toBe(String(answer.body.retry_after))
    expect(await change()).toBe('401 unauthenticated')
  })

  test('behind two proxies, the client is the one that the second names', async () => {
    // Read with each request, so no other service has to be started.
    inboard.world.config.trustProxy = 2
    expect(await askOften('192.0.2.8, 10.0.0.1', limit)).toEqual(share)
    expect(outcome(await ask('192.0.2.9, 10.0.0.1'))).toBe(share[0])
    expect(outcome(await ask('192.0.2.8, 10.0.0.2'))).toBe('429 rate_limited')
    expect(outcome(await ask('198.51.100.9, 192.0.2.8, 10.0.0.1'))).toBe('429 rate_limited')
  })
})
