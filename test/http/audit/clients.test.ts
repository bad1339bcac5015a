import { describe, expect, test } from 'vitest'
import { startTestInboard } from '../../support/service/inboard.ts'
import { unknownToken } from './trail.ts'

describe('the client in the audit trail', () => {
  test.each<[string, Record<string, string | null>]>([
    [
      'truncated',
      {
        '192.0.2.77': '192.0.2.0/24',
        '::ffff:192.0.2.77': '192.0.2.0/24',
        '2001:db8:1234:5678::9': '2001:db8:1234::/48',
      },
    ],
    ['full', { '192.0.2.77': '192.0.2.77', '2001:0DB8::0:9': '2001:db8::9', 'ada@example.com': null }],
    ['none', { '192.0.2.77': null }],
  ])('with LOG_ADDRESSES=%s', async (LOG_ADDRESSES, shown) => {
    const behindProxy = await startTestInboard({ LOG_ADDRESSES, TRUST_PROXY: '1' })
    for (const ip of Object.keys(shown))
      await behindProxy.request('POST', '/api/auth/verify-email', {
        body: { token: unknownToken },
        headers: { 'x-forwarded-for': ip },
      })
    expect(behindProxy.trail.map(({ client }) => client)).toEqual(Object.values(shown))
    await behindProxy.stop()
  })
})
