import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { methodAndPath, type Route, routeNames, routes } from '../../../src/contract/routes.ts'
import { outcome } from '../../support/authenticator/ceremonies.ts'
import { startTestInboard, type TestInboard } from '../../support/service/inboard.ts'
import { requestLineOf, wellFormed } from '../../support/service/well-formed.ts'

const limit = 2

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
    // Its share is used up: wherever there is a limit, the next is refused.
    await askOften('192.0.2.5', limit + 1)
    const isUnlimited = ({ access, limited }: Route) => access !== 'public' && !limited
    for (const name of routeNames.filter((one) => isUnlimited(routes[one]))) {
      const [method, path] = requestLineOf(name, 'none')
      const { body } = await inboard.request(method, path, {
        token,
        headers,
        ...(wellFormed[name] && { body: wellFormed[name] }),
      })
      expect([name, body?.code]).not.toEqual([name, 'rate_limited'])
    }
    for (const path of ['/healthz', '/readyz', '/metrics', '/', '/docs', '/api/auth/login']) {
      expect((await inboard.request('GET', path, { headers })).status).not.toBe(429)
    }
  })
})
