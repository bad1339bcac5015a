import { describe, expect, test } from 'vitest'
import { inboard } from '../../support/service/clocked.ts'
import { minute, newLink, open } from './links.ts'

describe('opening a link', () => {
  test('verifies the account and starts a session of thirty days', async () => {
    const token = await newLink('opened@example.com')
    const session = await inboard.client().openLink({ token })
    expect(session.token_type).toBe('Bearer')
    expect(session.user).toMatchObject({
      email: 'opened@example.com',
      email_verified: true,
      pending_email: null,
      has_passkey: false,
    })
    const days = (Date.parse(session.expires_at) - inboard.clock.now()) / 86_400_000
    expect(days).toBeGreaterThan(29.99)
    expect(days).toBeLessThanOrEqual(30)
    expect(await inboard.client(session.token).readMe()).toEqual({ user: session.user })
  })

  test('again later leaves the time of verification as it was', async () => {
    const { user } = await inboard.signIn('returning@example.com')
    inboard.clock.advance(minute)
    const again = await inboard.signIn('returning@example.com')
    expect(again.user).toEqual(user)
  })

  test('tells unknown, used and expired links apart, for a day', async () => {
    const used = await newLink('used@example.com')
    expect(await open(used)).toBe('accepted')
    const expired = await newLink('expired@example.com')
    const states = async () => [await open(used), await open(expired), await open('x'.repeat(43))]
    inboard.clock.advance(15 * minute)
    expect(await states()).toEqual(['token_used', 'token_expired', 'token_unknown'])
    inboard.clock.advance(24 * 60 * minute)
    expect(await states()).toEqual(['token_used', 'token_expired', 'token_unknown'])
  })

  test('works to the last moment and not beyond', async () => {
    const inTime = await newLink('in-time@example.com')
    inboard.clock.advance(15 * minute - 5_000)
    expect(await open(inTime)).toBe('accepted')
  })

  test('simultaneously lets one in', async () => {
    const token = await newLink('opening-race@example.com')
    const answers = await Promise.all(Array.from({ length: 20 }, () => open(token)))
    expect(answers.filter((code) => code === 'accepted')).toHaveLength(1)
    expect(answers.filter((code) => code === 'token_used')).toHaveLength(19)
  })

  test('takes any text for a token, and no nothing', async () => {
    const codes = []
    for (const token of [
      ' ',
      'é',
      '💥'.repeat(1000),
      'x'.repeat(60_000),
      '\u0000',
      '../..',
      '',
      null,
      1,
      undefined,
    ]) {
      const { status, body } = await inboard.request('POST', '/api/auth/verify-email', { body: { token } })
      codes.push(`${status} ${body.code}`)
    }
    const unknown = Array(6).fill('400 token_unknown')
    expect(codes).toEqual([...unknown, ...Array(4).fill('422 validation_failed')])
  })

  test('is nothing that GET can do, so that no scanner opens it', async () => {
    const token = await newLink('scanned@example.com')
    const page = await fetch(`${inboard.url}/verify-email?token=${token}`)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(await page.text()).not.toContain(token)
    expect(await open(token)).toBe('accepted')
  })
})
