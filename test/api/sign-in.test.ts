import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOfRefusal, startTestInboard, type TestInboard } from '../support/service/inboard.ts'

let inboard: TestInboard
beforeAll(async () => {
  inboard = await startTestInboard()
})
afterAll(() => inboard.stop())

const minute = 60_000

/** Requests a link for an address and returns its token. */
async function newLink(email: string): Promise<string> {
  const before = inboard.mails().filter(({ to }) => to === email).length
  await inboard.client().requestLink({ email })
  return await inboard.linkTo(email, before + 1)
}

const open = (token: string) => codeOfRefusal(inboard.client().openLink({ token }))

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

  test.each(['', 'nobody', 'a@b@c.example', 'Ada <ada@example.com>', 17, null, ['ada@example.com']])(
    'refuses %j',
    async (email) => {
      const answer = await inboard.request('POST', '/api/auth/magic-link', { body: { email } })
      expect([answer.status, answer.body.code, answer.body.errors[0].field]).toEqual([
        422,
        'validation_failed',
        'email',
      ])
    },
  )
})

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

describe('what is stored of a link', () => {
  test('does not open it', async () => {
    const token = await newLink('stored@example.com')
    const { db } = inboard.world
    const rows = [
      await db.all`select * from links`,
      await db.all`select * from outbox`,
      await db.all`select * from users`,
    ]
    expect(JSON.stringify(rows)).toContain('stored@example.com')
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

describe('a session', () => {
  test('ends when its time is up', async () => {
    const { client } = await inboard.signIn()
    inboard.clock.advance(30 * 86_400_000 - 5_000)
    await client.readMe()
    inboard.clock.advance(6_000)
    expect(await codeOfRefusal(client.readMe())).toBe('unauthenticated')
    inboard.clock.advance(-30 * 86_400_000)
  })

  test('of a user who no longer exists is none', async () => {
    const { client, user } = await inboard.signIn()
    await inboard.world.db.transaction((tx) => tx.run`delete from users where id = ${user.id}`)
    expect(await codeOfRefusal(client.listProjects())).toBe('unauthenticated')
  })
})

test.each(['/api/auth/register', '/api/auth/login', '/api/email/verification'])(
  '%s does not exist',
  async (path) => {
    const { status, body } = await inboard.request('POST', path, {
      body: { email: 'ada@example.com', password: 'x' },
    })
    expect([status, body.code]).toEqual([404, 'not_found'])
  },
)
