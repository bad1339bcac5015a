import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newDataFolder } from '../support/machine/folders.ts'
import { codeOfRefusal, startTestInboard, TestClock, type TestInboard } from '../support/service/inboard.ts'
import { times } from '../support/service/sending.ts'

const minute = 60_000
const folder = newDataFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const clock = new TestClock()

/** Starts with what others have left in the same database. */
const start = (REGISTRATION: string, environment = {}) =>
  startTestInboard({ REGISTRATION, ...environment }, folder, clock)

beforeAll(async () => {
  const open = await start('open')
  await open.signIn('member@example.com')
  await open.client().requestLink({ email: 'never-opened@example.com' })
  await open.linkTo('never-opened@example.com')
  await open.stop()
})

const ask = (inboard: TestInboard, email: string) =>
  inboard.request('POST', '/api/auth/magic-link', { body: { email } })
const sentTo = (inboard: TestInboard, email: string) =>
  inboard.mails().filter(({ to }) => to === email).length

/** Everything that was asked for so far has been sent, or never will be. */
async function settle(inboard: TestInboard): Promise<void> {
  await expect.poll(() => inboard.metric('inboard_mail_waiting')).toBe(0)
}

describe.each([
  ['closed', 'stranger@example.com'],
  ['listed@example.com, @example.org', 'stranger@example.com'],
  ['@example.org', 'stranger@sub.example.org'],
  ['@example.org', 'stranger@not-example.org'],
  ['listed@example.com', 'listed+more@example.com'],
])('with REGISTRATION=%s', (registration, stranger) => {
  let inboard: TestInboard
  beforeAll(async () => {
    inboard = await start(registration)
  })
  afterAll(() => inboard.stop())

  test('a stranger gets the answers that a member gets, and no mail', async () => {
    const member = 'member@example.com'
    inboard.clock.advance(61 * minute)
    const before = { member: sentTo(inboard, member), stranger: sentTo(inboard, stranger) }
    let sent = 0
    for (const wait of [...times(12, () => minute), ...times(3, () => 10 * minute)]) {
      // The two do not ask at the same instant, so neither is asked for close to the end of a wait.
      for (const pause of [0, 20_000, wait - 15_000]) {
        inboard.clock.advance(pause)
        const [toMember, toStranger] = [await ask(inboard, member), await ask(inboard, stranger)]
        const inSeconds = (text: string) => text.replaceAll(/\d+/g, '#')
        expect([toStranger.status, inSeconds(toStranger.text)]).toEqual([
          toMember.status,
          inSeconds(toMember.text),
        ])
        expect(Math.abs((toStranger.body.retry_after ?? 0) - toMember.body.retry_after)).toBeLessThan(5)
        expect([...toStranger.headers.keys()]).toEqual([...toMember.headers.keys()])
        // Whatever is unsent when its link expires is never sent.
        if (toMember.status === 202) await inboard.linkTo(member, before.member + ++sent)
      }
    }
    expect(sent).toBeGreaterThan(10)
    await settle(inboard)
    expect(sentTo(inboard, member) - before.member).toBe(sent)
    expect(sentTo(inboard, stranger) - before.stranger).toBe(0)
    const { db } = inboard.world
    const links = await db.all<{
      used_at: string | null
    }>`select used_at from links where email = ${stranger}`
    expect(links.filter(({ used_at }) => used_at === null)).toEqual([])
  })

  test('of many requests of a stranger at once one is accepted', async () => {
    inboard.clock.advance(61 * minute)
    const answers = await Promise.all(times(20, () => ask(inboard, stranger)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, ...Array(19).fill(429)])
  })

  test('somebody who never opened a link has not joined', async () => {
    inboard.clock.advance(61 * minute)
    const email = 'never-opened@example.com'
    const before = sentTo(inboard, email)
    expect((await ask(inboard, email)).status).toBe(202)
    expect((await ask(inboard, email)).body.code).toBe('throttled')
    await settle(inboard)
    expect(sentTo(inboard, email)).toBe(before)
  })

  test('a member can sign in', async () => {
    inboard.clock.advance(61 * minute)
    expect((await inboard.signIn('member@example.com')).user.email).toBe('member@example.com')
  })
})

test.each([
  ['listed@example.com, @example.org', ['listed@example.com', 'anybody@example.org', 'Any.Body@EXAMPLE.ORG']],
  [' Capital@Example.com ,,', ['capital@example.com']],
  ['@bücher.example', ['ada@xn--bcher-kva.example', 'bob@BÜCHER.example']],
])('with REGISTRATION=%s whoever is listed can join', async (registration, addresses) => {
  const inboard = await startTestInboard({ REGISTRATION: registration })
  try {
    for (const email of addresses) {
      await inboard.client().requestLink({ email })
      await expect.poll(() => inboard.mails().length).toBeGreaterThan(0)
      inboard.clock.advance(minute)
    }
    await expect.poll(() => inboard.mails().length).toBe(addresses.length)
  } finally {
    await inboard.stop()
  }
})

describe('a change of address', () => {
  const change = (inboard: TestInboard, token: string, email: string) =>
    inboard.request('POST', '/api/email/change', { token, body: { email } })

  test('to one that is not listed looks like any other, and is not sent', async () => {
    const inboard = await startTestInboard({ REGISTRATION: '@example.com' })
    try {
      const person = await inboard.signIn()
      const listed = await change(inboard, person.token, 'new@example.com')
      const token = await inboard.linkTo('new@example.com')
      inboard.clock.advance(minute)
      const unlisted = await change(inboard, person.token, 'new@example.org')
      expect(unlisted.status).toBe(202)
      expect(unlisted.text).toBe(listed.text.replaceAll('new@example.com', 'new@example.org'))
      expect((await person.client.readMe()).user.pending_email).toBe('new@example.org')
      // It has replaced the one before, as any other would.
      expect(await codeOfRefusal(inboard.client().openLink({ token }))).toBe('token_unknown')
      expect((await change(inboard, person.token, 'newer@example.org')).body.code).toBe('throttled')
      for (let time = 2; time < 10; time++) {
        inboard.clock.advance(minute)
        expect((await change(inboard, person.token, 'newer@example.org')).status).toBe(202)
      }
      inboard.clock.advance(minute)
      expect((await change(inboard, person.token, 'newer@example.org')).body.code).toBe('rate_limited')
      await settle(inboard)
      expect(inboard.mails().filter(({ to }) => to.endsWith('@example.org'))).toEqual([])
    } finally {
      await inboard.stop()
    }
  })

  test('is free where registration is closed', async () => {
    const inboard = await start('closed')
    try {
      inboard.clock.advance(61 * minute)
      const { token } = await inboard.signIn('member@example.com')
      expect((await change(inboard, token, 'member@elsewhere.example')).status).toBe(202)
      const { user } = await inboard
        .client()
        .openLink({ token: await inboard.linkTo('member@elsewhere.example') })
      expect(user.email).toBe('member@elsewhere.example')
    } finally {
      await inboard.stop()
    }
  })
})
