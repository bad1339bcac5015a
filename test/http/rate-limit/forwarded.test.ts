import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { outcome } from '../../support/authenticator/ceremonies.ts'
import { startTestInboard, type TestInboard } from '../../support/service/inboard.ts'

let unproxied: TestInboard
let proxied: TestInboard
/** Behind a proxy that does not say so. */
let silentlyProxied: TestInboard
beforeAll(async () => {
  unproxied = await startTestInboard({ AUTH_RATE_LIMIT: '1' })
  proxied = await startTestInboard({ AUTH_RATE_LIMIT: '1', TRUST_PROXY: '1' })
  silentlyProxied = await startTestInboard({ AUTH_RATE_LIMIT: '1', APP_URL: 'https://board.example.com' })
})
afterAll(() => Promise.all([unproxied, proxied, silentlyProxied].map((inboard) => inboard.stop())))

const ask = async ({ request }: TestInboard, headers = {}) =>
  outcome(await request('POST', '/api/auth/passkey/options', { headers }))

// The first of all: whether somebody was warned is kept for the life of a service.
describe('a forwarding header', () => {
  test('that nobody is to believe is warned of once', async () => {
    const send = (headers: Record<string, string>) => unproxied.request('GET', '/healthz', { headers })
    await send({})
    expect(unproxied.log).toEqual([])
    for (let time = 0; time < 3; time++) await send({ 'x-forwarded-for': '192.0.2.1' })
    expect(unproxied.log).toMatchObject([
      { level: 40, msg: expect.stringMatching(/^TRUST_PROXY is 0, but /) },
    ])
    expect(JSON.stringify(unproxied.log)).not.toContain('192.0.2.1')
  })

  test('that is believed is not', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.1', forwarded: 'for=192.0.2.1' }
    await proxied.request('GET', '/healthz', { headers })
    expect(proxied.log).toEqual([])
  })
})

describe('a connection from this machine', () => {
  test('is not limited, whatever it says about itself, where people use it on this machine', async () => {
    const headers = { 'x-client-ip': '192.0.2.1', 'x-forwarded': '192.0.2.1' }
    for (let time = 0; time < 5; time++) expect(await ask(unproxied, headers)).toBe('200')
  })

  test('is limited where there is a proxy', async () => {
    expect(await ask(proxied)).toBe('200')
    expect(await ask(proxied)).toBe('429 rate_limited')
  })

  test('is limited where people use it elsewhere, and whoever runs it is warned', async () => {
    await silentlyProxied.request('GET', '/healthz')
    expect(silentlyProxied.log).toEqual([])
    expect(await ask(silentlyProxied)).toBe('200')
    for (let time = 0; time < 3; time++) expect(await ask(silentlyProxied)).toBe('429 rate_limited')
    expect(silentlyProxied.log).toMatchObject([
      { level: 40, msg: expect.stringMatching(/^TRUST_PROXY is 0 and APP_URL .+ X-Forwarded-For/) },
    ])
  })

  test('is limited when it forwards, and with no proxy nobody is believed about where they are', async () => {
    expect(await ask(unproxied, { 'x-forwarded-for': '192.0.2.1' })).toBe('200')
    expect(await ask(unproxied, { 'x-forwarded-for': '192.0.2.2' })).toBe('429 rate_limited')
    expect(await ask(unproxied, { 'x-forwarded-for': '127.0.0.1' })).toBe('429 rate_limited')
    expect(await ask(unproxied, { 'x-forwarded-for': '' })).toBe('429 rate_limited')
    const others = ['forwarded', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']
    for (const name of others) expect(await ask(unproxied, { [name]: '' })).toBe('429 rate_limited')
    expect(await ask(unproxied)).toBe('200')
  })

  test('is not exempt because a header says so', async () => {
    for (const ip of ['127.0.0.3', '::1', '::ffff:127.0.0.2']) {
      expect(await ask(proxied, { 'x-forwarded-for': ip })).toBe('200')
      expect(await ask(proxied, { 'x-forwarded-for': ip })).toBe('429 rate_limited')
    }
  })
})
