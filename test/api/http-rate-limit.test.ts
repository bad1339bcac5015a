import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { methodAndPath, routeNames, routes } from '../../src/contract/routes.ts'
import { outcome } from '../support/authenticator-ceremonies.ts'
import { startTestInboard, type TestInboard } from '../support/inboard.ts'
import { requestLineOf, wellFormed } from '../support/well-formed.ts'

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

  test('a client has its share, and is then told to wait', async () => {
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

  test('what a client claims before the proxy speaks is not believed', async () => {
    for (let time = 0; time < limit; time++) await ask(`198.51.100.${time}, 192.0.2.3`)
    expect(outcome(await ask('127.0.0.1, 192.0.2.3'))).toBe('429 rate_limited')
    expect(outcome(await ask('192.0.2.3'))).toBe('429 rate_limited')
  })

  test('the public endpoints share it, refuse before they read, and do nothing', async () => {
    await askOften('192.0.2.4', limit)
    const before = inboard.mails().length
    for (const name of routeNames.filter((one) => routes[one].access === 'public')) {
      const [method, path] = methodAndPath(name)
      for (const body of [wellFormed[name] ?? {}, 'nonsense']) {
        const headers = { 'x-forwarded-for': '192.0.2.4' }
        expect([name, outcome(await inboard.request(method, path, { body, headers }))]).toEqual([
          name,
          '429 rate_limited',
        ])
      }
    }
    expect(inboard.mails()).toHaveLength(before)
  })

  test('no other endpoint is limited', async () => {
    const { token } = await inboard.signIn()
    const headers = { 'x-forwarded-for': '192.0.2.5' }
    await askOften('192.0.2.5', limit + 1)
    for (const name of routeNames.filter((one) => routes[one].access !== 'public')) {
      const [method, path] = requestLineOf(name, 'none')
      for (let time = 0; time <= limit; time++) {
        const { body } = await inboard.request(method, path, {
          token,
          headers,
          ...(wellFormed[name] && { body: wellFormed[name] }),
        })
        expect([name, body?.code]).not.toEqual([name, 'rate_limited'])
      }
    }
    for (const path of ['/healthz', '/readyz', '/metrics', '/', '/docs', '/api/auth/login']) {
      for (let time = 0; time <= limit; time++) {
        expect((await inboard.request('GET', path, { headers })).status).not.toBe(429)
      }
    }
  })

  test('a new minute is a new share', async () => {
    await askOften('192.0.2.6', limit)
    expect(outcome(await ask('192.0.2.6'))).toBe('429 rate_limited')
    inboard.clock.advance(60_000)
    expect(await askOften('192.0.2.6', limit + 1)).toEqual([...share, '429 rate_limited'])
  })
})

test('behind two proxies the client is whom the second names', async () => {
  const inboard = await startTestInboard({ AUTH_RATE_LIMIT: '1', TRUST_PROXY: '2' })
  try {
    const ask = async (from: string) => {
      const headers = { 'x-forwarded-for': from }
      return outcome(await inboard.request('POST', '/api/auth/passkey/options', { headers }))
    }
    expect(await ask('192.0.2.1, 10.0.0.1')).toBe('200')
    expect(await ask('192.0.2.2, 10.0.0.1')).toBe('200')
    expect(await ask('192.0.2.1, 10.0.0.2')).toBe('429 rate_limited')
    expect(await ask('198.51.100.9, 192.0.2.1, 10.0.0.1')).toBe('429 rate_limited')
  } finally {
    await inboard.stop()
  }
})

test('with no proxy nobody is believed about where they are', async () => {
  const inboard = await startTestInboard({ AUTH_RATE_LIMIT: '1' })
  try {
    const headers = {
      'x-forwarded-for': '192.0.2.1',
      'x-real-ip': '192.0.2.1',
      forwarded: 'for=192.0.2.1',
      'x-client-ip': '192.0.2.1',
    }
    // The requests come from this machine, which is not limited, whatever IP their headers claim.
    for (let time = 0; time < 10; time++) {
      expect(outcome(await inboard.request('POST', '/api/auth/passkey/options', { headers }))).toBe('200')
    }
  } finally {
    await inboard.stop()
  }
})

test('a limit of 0 is none', async () => {
  const inboard = await startTestInboard({ AUTH_RATE_LIMIT: '0', TRUST_PROXY: '1' })
  try {
    const headers = { 'x-forwarded-for': '192.0.2.1' }
    for (let time = 0; time < 100; time++) {
      expect(outcome(await inboard.request('POST', '/api/auth/passkey/options', { headers }))).toBe('200')
    }
  } finally {
    await inboard.stop()
  }
})
