import { afterAll, beforeAll, expect, test } from 'vitest'
import { outcome } from '../../support/authenticator/ceremonies.ts'
import { startTestInboard, type TestInboard } from '../../support/service/inboard.ts'

let inboard: TestInboard
beforeAll(async () => {
  inboard = await startTestInboard({ AUTH_RATE_LIMIT: '0' })
})
afterAll(() => inboard.stop())

test('a limit of 0 is none, for one who is forwarded either', async () => {
  const headers = { forwarded: 'for=192.0.2.1' }
  for (let time = 0; time < 10; time++)
    expect(outcome(await inboard.request('POST', '/api/auth/passkey/options', { headers }))).toBe('200')
})

test('the header Forwarded is warned of, too', () => {
  expect(inboard.log).toMatchObject([{ level: 40, msg: expect.stringMatching(/^TRUST_PROXY is 0, but /) }])
  expect(JSON.stringify(inboard.log)).not.toContain('192.0.2.1')
})
