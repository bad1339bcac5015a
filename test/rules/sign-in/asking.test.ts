import { describe, expect, test } from 'vitest'
import { minute, newLink, open } from '../../api/sign-in/links.ts'
import { inboard } from '../../support/service/clocked.ts'
import { codeOfRefusal } from '../../support/service/inboard.ts'

describe('asking for a link', () => {
  test('is answered alike for a new and a known address', async () => {
    await inboard.signIn('known@example.com')
    inboard.clock.advance(minute)
    const known = await inboard.request('POST', '/api/auth/magic-link', {
      body: { email: 'known@example.com' },
    })
    const unknown = await inboard.request('POST', '/api/auth/magic-link', {
      body: { email: 'unknown@example.com' },
    })
    expect(known.status).toBe(202)
    expect(known.text).toBe(unknown.text)
    expect(known.body).toEqual({ message: expect.any(String), expires_in: 900, retry_after: 60 })
    expect([...known.headers.keys()]).toEqual([...unknown.headers.keys()])
    expect(known.headers.get('cache-control')).toBe('no-store')
  })

  test('is throttled to one a minute for an account, whatever the spelling', async () => {
    await newLink('throttled@example.com')
    const again = await inboard.request('POST', '/api/auth/magic-link', {
      body: { email: ' Throttled@EXAMPLE.com ' },
    })
    expect([again.status, again.body.code]).toEqual([429, 'throttled'])
    expect(again.body.retry_after).toBeGreaterThan(50)
    expect(again.body.detail).toContain(`${again.body.retry_after} seconds`)
    inboard.clock.advance(59_000)
    const later = await inboard.request('POST', '/api/auth/magic-link', {
      body: { email: 'throttled@example.com' },
    })
    expect(later.body).toMatchObject({ code: 'throttled', retry_after: 1 })
    inboard.clock.advance(1_000)
    await newLink('throttled@example.com')
  })

  test('simultaneously sends one link and refuses the rest', async () => {
    for (const email of ['racing-new@example.com', 'racing-known@example.com']) {
      if (email.includes('known')) {
        await inboard.signIn(email)
        inboard.clock.advance(minute)
      }
      const mailsBefore = inboard.mails().filter(({ to }) => to === email).length
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => codeOfRefusal(inboard.client().requestLink({ email }))),
      )
      expect(answers.filter((code) => code === 'accepted')).toHaveLength(1)
      expect(answers.filter((code) => code === 'throttled')).toHaveLength(19)
      await inboard.linkTo(email, mailsBefore + 1)
      expect(inboard.mails().filter(({ to }) => to === email)).toHaveLength(mailsBefore + 1)
    }
  })

  test('is not blocked for long by a clock that was set back', async () => {
    inboard.clock.advance(24 * 60 * minute)
    await newLink('time-traveller@example.com')
    inboard.clock.advance(-24 * 60 * minute)
    await newLink('time-traveller@example.com')
  })

  test('keeps an older link good until it is opened or expires', async () => {
    const first = await newLink('two-links@example.com')
    inboard.clock.advance(minute)
    const second = await newLink('two-links@example.com')
    expect(await open(second)).toBe('accepted')
    expect(await open(first)).toBe('accepted')
  })

  test('refuses what is not one address', async () => {
    for (const email of [
      '',
      'nobody',
      'a@b@c.example',
      'Ada <ada@example.com>',
      17,
      null,
      ['ada@example.com'],
    ]) {
      const { status, body } = await inboard.request('POST', '/api/auth/magic-link', { body: { email } })
      expect([email, status, body.code, body.errors[0].field]).toEqual([
        email,
        422,
        'validation_failed',
        'email',
      ])
    }
  })
})
