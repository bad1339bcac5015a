import { describe, expect, test } from 'vitest'
import { createAudit } from '../../../src/server/common/audit.ts'
import { systemClock } from '../../../src/server/common/clock.ts'
import { startTestInboard } from '../../support/service/inboard.ts'
import { unknownToken } from './trail.ts'

describe('the client in the audit trail', () => {
  test('is the one that the proxy names, truncated', async () => {
    const behindProxy = await startTestInboard({ TRUST_PROXY: '1' })
    const shown = {
      '192.0.2.77': '192.0.2.0/24',
      '::ffff:192.0.2.77': '192.0.2.0/24',
      '2001:db8:1234:5678::9': '2001:db8:1234::/48',
      'ada@example.com': null,
    }
    for (const ip of Object.keys(shown))
      await behindProxy.request('POST', '/api/auth/verify-email', {
        body: { token: unknownToken },
        headers: { 'x-forwarded-for': ip },
      })
    expect(behindProxy.trail.map(({ client }) => client)).toEqual(Object.values(shown))
    await behindProxy.stop()
  })

  test.each([
    ['truncated', ['192.0.2.0/24', '2001:db8:0::/48', null]],
    ['full', ['192.0.2.77', '2001:db8::9', null]],
    ['none', [null, null, null]],
  ] as const)('with LOG_ADDRESSES=%s', (logAddresses, shown) => {
    const lines: { client: string | null }[] = []
    const log = { info: (line: { client: string | null }) => lines.push(line) }
    const audit = createAudit({ logAddresses }, log as never, { audited: () => {} }, systemClock)
    for (const client of ['192.0.2.77', '2001:0DB8::0:9', 'ada@example.com'])
      audit('sign_in_by_link', { ownerId: '', client })
    expect(lines.map(({ client }) => client)).toEqual(shown)
  })
})
