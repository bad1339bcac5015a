import { expect, test } from 'vitest'
import { outcome } from '../../support/authenticator/ceremonies.ts'
import { startTestInboard } from '../../support/service/inboard.ts'

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

test('a limit of 0 is none', async () => {
  const inboard = await startTestInboard({ AUTH_RATE_LIMIT: '0', TRUST_PROXY: '1' })
  try {
    const headers = { 'x-forwarded-for': '192.0.2.1' }
    for (let time = 0; time < 20; time++) {
      expect(outcome(await inboard.request('POST', '/api/auth/passkey/options', { headers }))).toBe('200')
    }
  } finally {
    await inboard.stop()
  }
})

test('the header Forwarded is warned of, too', async () => {
  const inboard = await startTestInboard()
  try {
    await inboard.request('GET', '/healthz', { headers: { forwarded: 'for=192.0.2.1' } })
    expect(inboard.log).toMatchObject([{ level: 40, msg: expect.stringMatching(/^TRUST_PROXY is 0, but /) }])
    expect(JSON.stringify(inboard.log)).not.toContain('192.0.2.1')
  } finally {
    await inboard.stop()
  }
})
