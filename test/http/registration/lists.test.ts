import { expect, test } from 'vitest'
import { startTestInboard } from '../../support/service/inboard.ts'

test.each([
  [
    'listed@example.com, @example.org',
    ['listed@example.com', 'anybody@example.org', 'Any.Body@EXAMPLE.ORG'],
    [
      'listed+more@example.com',
      'stranger@example.com',
      'stranger@sub.example.org',
      'stranger@not-example.org',
    ],
  ],
  [' Capital@Example.com ,,', ['capital@example.com'], ['small@example.com']],
  ['@bücher.example', ['ada@xn--bcher-kva.example', 'bob@BÜCHER.example'], ['ada@bucher.example']],
])(
  'with REGISTRATION=%s whoever is listed can join, and nobody else',
  async (registration, listed, others) => {
    const inboard = await startTestInboard({ REGISTRATION: registration })
    try {
      for (const email of [...others, ...listed]) {
        const { status } = await inboard.request('POST', '/api/auth/magic-link', { body: { email } })
        expect([email, status]).toEqual([email, 202])
      }
      await expect.poll(() => inboard.mails().length).toBeGreaterThanOrEqual(listed.length)
      await expect.poll(() => inboard.metric('inboard_mail_waiting')).toBe(0)
      expect(inboard.mails()).toHaveLength(listed.length)
    } finally {
      await inboard.stop()
    }
  },
)
