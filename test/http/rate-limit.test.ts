import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { methodAndPath, type Route, routeNames, routes } from '../../src/contract/routes.ts'
import { outcome } from '../support/authenticator/ceremonies.ts'
import { startTestInboard, type TestInboard } from '../support/service/inboard.ts'
import { requestLineOf, wellFormed } from '../support/service/well-formed.ts'

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
    const isUnlimited = ({ access, limited }: Route) => access !== 'public' && !limited
    for (const name of routeNames.filter((one) => isUnlimited(routes[one]))) {
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

describe('a connection from this machine', () => {
  const start = (environment = {}) => startTestInboard({ AUTH_RATE_LIMIT: '1', ...environment })
  const ask = async ({ request }: TestInboard, headers = {}) =>
    outcome(await request('POST', '/api/auth/passkey/options', { headers }))

  test.each(['0', '1'])('is not limited, with TRUST_PROXY=%s', async (TRUST_PROXY) => {
    const inboard = await start({ TRUST_PROXY })
    try {
      for (let time = 0; time < 10; time++)
        expect(await ask(inboard, { 'x-real-ip': '192.0.2.1', 'x-client-ip': '192.0.2.1' })).toBe('200')
    } finally {
      await inboard.stop()
    }
  })

  test('is limited when it forwards, and with no proxy nobody is believed about where they are', async () => {
    const inboard = await start()
    try {
      expect(await ask(inboard, { 'x-forwarded-for': '192.0.2.1' })).toBe('200')
      expect(await ask(inboard, { 'x-forwarded-for': '192.0.2.2' })).toBe('429 rate_limited')
      expect(await ask(inboard, { 'x-forwarded-for': '127.0.0.1' })).toBe('429 rate_limited')
      expect(await ask(inboard, { 'x-forwarded-for': '' })).toBe('429 rate_limited')
      expect(await ask(inboard, { forwarded: 'for=192.0.2.1' })).toBe('429 rate_limited')
      expect(await ask(inboard)).toBe('200')
    } finally {
      await inboard.stop()
    }
  })

  test('is not exempt because a header says so', async () => {
    const inboard = await start({ TRUST_PROXY: '1' })
    try {
      for (const ip of ['127.0.0.1', '::1', '::ffff:127.0.0.2']) {
        expect(await ask(inboard, { 'x-forwarded-for': ip })).toBe('200')
        expect(await ask(inboard, { 'x-forwarded-for': ip })).toBe('429 rate_limited')
      }
    } finally {
      await inboard.stop()
    }
  })
})

test('a change of address counts too, once its session is known, together with the public endpoints', async () => {
  const inboard = await startTestInboard({ AUTH_RATE_LIMIT: '3', TRUST_PROXY: '1' })
  try {
    const { token } = await inboard.signIn()
    const headers = { 'x-forwarded-for': '192.0.2.1' }
    const change = async (token?: string, body: unknown = {}) =>
      outcome(await inboard.request('POST', '/api/email/change', { token, headers, body }))
    for (let time = 0; time < 5; time++) expect(await change()).toBe('401 unauthenticated')
    expect(await change(token)).toBe('422 validation_failed')
    expect(await change(token, { email: 'new@example.com' })).toBe('202')
    const body = { token: 'x' }
    const openLink = async () =>
      outcome(await inboard.request('POST', '/api/auth/verify-email', { headers, body }))
    expect(await openLink()).toBe('400 token_unknown')
    expect(await openLink()).toBe('429 rate_limited')
    const answer = await inboard.request('POST', '/api/email/change', { token, headers, body: 'nonsense' })
    expect(outcome(answer)).toBe('429 rate_limited')
    expect(answer.headers.get('retry-after')).toBe(String(answer.body.retry_after))
    expect(await change()).toBe('401 unauthenticated')
  } finally {
    await inboard.stop()
  }
})

describe('a forwarding header', () => {
  const send = (inboard: TestInboard, headers: Record<string, string>) =>
    inboard.request('GET', '/healthz', { headers })

  test.each([{ 'x-forwarded-for': '192.0.2.1' }, { forwarded: 'for=192.0.2.1' }])(
    'that nobody is to believe is warned of once: %j',
    async (headers: Record<string, string>) => {
      const inboard = await startTestInboard()
      try {
        await send(inboard, {})
        expect(inboard.log).toEqual([])
        for (let time = 0; time < 3; time++) await send(inboard, headers)
        expect(inboard.log).toMatchObject([
          { level: 40, msg: expect.stringMatching(/^TRUST_PROXY is 0, but /) },
        ])
        expect(JSON.stringify(inboard.log)).not.toContain('192.0.2.1')
      } finally {
        await inboard.stop()
      }
    },
  )

  test('that is believed is not', async () => {
    const inboard = await startTestInboard({ TRUST_PROXY: '1' })
    try {
      await send(inboard, { 'x-forwarded-for': '192.0.2.1', forwarded: 'for=192.0.2.1' })
      expect(inboard.log).toEqual([])
    } finally {
      await inboard.stop()
    }
  })
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
