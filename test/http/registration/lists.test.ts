import { describe, expect, test } from 'vitest'
import { inboard } from '../../support/service/clocked.ts'
import { useOptions } from '../../support/service/options.ts'

describe.each([
  [
    'listed@lists.example, @lists.test',
    ['listed@lists.example', 'anybody@lists.test', 'Any.Body@LISTS.TEST'],
    [
      'listed+more@lists.example',
      'stranger@lists.example',
      'stranger@sub.lists.test',
      'stranger@not-lists.test',
    ],
  ],
  [' Capital@Lists.example ,,', ['capital@lists.example'], ['small@lists.example']],
  ['@bücher.example', ['ada@xn--bcher-kva.example', 'bob@BÜCHER.example'], ['ada@bucher.example']],
])('with REGISTRATION=%s', (registration, listed, others) => {
  useOptions(() => [inboard], { REGISTRATION: registration })

  test('only listed addresses can join', async () => {
    // Nobody has asked for one of them within the last hour.
    inboard.clock.advance(61 * 60_000)
    await expect.poll(() => inboard.metric('inboard_mail_waiting')).toBe(0)
    const before = inboard.mails().length
    for (const email of [...others, ...listed]) {
      const { status } = await inboard.request('POST', '/api/auth/magic-link', { body: { email } })
      expect([email, status]).toEqual([email, 202])
    }
    await expect.poll(() => inboard.mails().length).toBeGreaterThanOrEqual(before + listed.length)
    await expect.poll(() => inboard.metric('inboard_mail_waiting')).toBe(0)
    expect(inboard.mails()).toHaveLength(before + listed.length)
  })
})
