import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sweepAccounts } from '../../src/server/accounts/sweep.ts'
import { newDataFolder } from '../support/machine/folders.ts'
import {
  codeOfRefusal,
  type SignedIn,
  startTestInboard,
  type TestInboard,
  tokenIn,
} from '../support/service/inboard.ts'
import { times } from '../support/service/sending.ts'

const minute = 60_000
const limit = 3

let names = 0
const newAddress = () => `address-${++names}@example.com`

describe.each([
  ['anybody', { REGISTRATION: 'open' }],
  ['nobody but a listed domain', { REGISTRATION: '@example.com' }],
])('where %s may join', (_who, environment) => {
  const folder = newDataFolder()
  let inboard: TestInboard
  /** Another instance with the same database. */
  let other: TestInboard
  beforeAll(async () => {
    const start = () =>
      startTestInboard({ LINKS_PER_HOUR: String(limit), ...environment }, folder, inboard?.clock)
    inboard = await start()
    other = await start()
  })
  afterAll(async () => {
    await Promise.all([inboard.stop(), other.stop()])
    rmSync(folder, { recursive: true, force: true })
  })

  const ask = (email: string, by = inboard) => by.request('POST', '/api/auth/magic-link', { body: { email } })
  const codeFor = (email: string, by = inboard) => codeOfRefusal(by.client().requestLink({ email }))
  /** How many links. When the clock is put forward while one is being sent, its lease is over and the other instance sends it, too. */
  const sentTo = (email: string) =>
    new Set(
      inboard
        .mails()
        .filter(({ to }) => to === email)
        // The rest of the URL is that of the instance.
        .map(({ text }) => tokenIn(text)),
    ).size

  /** Asks for a link, and waits until it is sent: whatever is unsent when its link expires is never sent. */
  async function receive(email: string): Promise<void> {
    const before = sentTo(email)
    expect(await codeFor(email)).toBe('accepted')
    await inboard.linkTo(email, before + 1)
  }

  /** Asks for as many links as may go at once, a minute apart, and waits another minute. */
  async function useUp(email: string, count = limit): Promise<void> {
    for (let time = 0; time < count; time++) {
      await receive(email)
      inboard.clock.advance(minute)
    }
  }

  test('after so many links to one address the next goes ten minutes after the last', async () => {
    const email = newAddress()
    await useUp(email)
    const refused = await ask(email)
    expect(refused.body).toEqual({
      type: 'about:blank',
      title: 'Too Many Requests',
      status: 429,
      code: 'rate_limited',
      detail: `Many links have been sent to this address within an hour. Open the newest one, or try again in ${refused.body.retry_after} seconds.`,
      retry_after: expect.any(Number),
    })
    // A minute has passed, and some of the next.
    expect(refused.body.retry_after).toBeGreaterThan(8.5 * 60)
    expect(refused.body.retry_after).toBeLessThanOrEqual(9 * 60)
    expect(refused.headers.get('retry-after')).toBe(String(refused.body.retry_after))
    inboard.clock.advance(9 * minute - 5_000)
    expect((await ask(email)).body).toMatchObject({ code: 'rate_limited' })
    inboard.clock.advance(5_000)
    await receive(email)
    // And so on: one every ten minutes, the minute before anything else.
    expect(await codeFor(email)).toBe('throttled')
    inboard.clock.advance(minute)
    expect(await codeFor(email)).toBe('rate_limited')
    inboard.clock.advance(9 * minute)
    expect(await codeFor(email)).toBe('accepted')
  })

  test('whoever has to wait has a link that still works', async () => {
    const { user } = await inboard.signInByMail()
    inboard.clock.advance(minute)
    // A stranger takes every slot as soon as it is free.
    await useUp(user.email, limit - 1)
    for (let time = 0; time < 4; time++) {
      inboard.clock.advance(9 * minute)
      await receive(user.email)
      inboard.clock.advance(minute)
    }
    inboard.clock.advance(9 * minute - 5_000)
    expect(await codeFor(user.email)).toBe('rate_limited')
    const token = await inboard.linkTo(user.email, limit + 4)
    expect((await inboard.client().openLink({ token })).user.id).toBe(user.id)
  })

  test('links of more than an hour ago do not count', async () => {
    const email = newAddress()
    await useUp(email, limit - 1)
    inboard.clock.advance(60 * minute)
    await useUp(email)
    expect(await codeFor(email)).toBe('rate_limited')
    // Sooner than ten minutes after the last, if the first of them no longer counts.
    const late = newAddress()
    await useUp(late, 1)
    inboard.clock.advance(55 * minute)
    await useUp(late, limit - 1)
    const { body } = await ask(late)
    expect(body.code).toBe('rate_limited')
    expect(body.retry_after).toBeLessThanOrEqual(60 * (60 - 55 - limit))
    inboard.clock.advance(body.retry_after * 1000)
    expect(await codeFor(late)).toBe('accepted')
  })

  test('the wait that is told is the true one', async () => {
    const email = newAddress()
    await useUp(email, limit - 1)
    inboard.clock.advance(3 * minute)
    for (let time = 0; time < 10; time++) {
      expect(await codeFor(email)).toBe('accepted')
      // Later and later, so that now the ten minutes are the sooner, and now the end of the hour.
      inboard.clock.advance((1 + time / 2) * minute)
      const { body } = await ask(email)
      expect(body.code).toBe('rate_limited')
      inboard.clock.advance(body.retry_after * 1000 - 5_000)
      expect(await codeFor(email)).toBe('rate_limited')
      inboard.clock.advance(5_000)
    }
  })

  test('of many who ask at once, on two instances, no more get one', async () => {
    const email = newAddress()
    const all = () => Promise.all(times(20, (n) => codeFor(email, n % 2 ? inboard : other)))
    for (let time = 0; time < limit; time++) {
      expect((await all()).toSorted()).toEqual(['accepted', ...Array(19).fill('throttled')])
      inboard.clock.advance(minute)
    }
    expect(await all()).toEqual(Array(20).fill('rate_limited'))
    await inboard.linkTo(email, limit)
    expect(sentTo(email)).toBe(limit)
  })

  test('an account that has been deleted or swept is still counted', async () => {
    const email = newAddress()
    const { db } = inboard.world
    const forget = () => db.transaction((tx) => tx.run`delete from users where email = ${email}`)
    for (let time = 0; time < limit; time++) {
      await receive(email)
      await forget()
      await sweepAccounts(inboard.world)
    }
    const all = await Promise.all(times(10, () => codeFor(email)))
    expect(all).toEqual(Array(10).fill('rate_limited'))
    expect(sentTo(email)).toBe(limit)
  })

  test('a clock that was set back blocks nobody for long', async () => {
    const email = newAddress()
    inboard.clock.advance(24 * 60 * minute)
    await useUp(email)
    inboard.clock.advance(-24 * 60 * minute)
    expect(await codeFor(email)).toBe('accepted')
  })

  test('what was counted is not readable, and swept when it no longer counts', async () => {
    const { db } = inboard.world
    const rows = () => db.all<{ subject: string }>`select subject, times, expires_at from sent_links`
    const email = newAddress()
    await useUp(email, 1)
    expect(JSON.stringify(await rows())).not.toContain(email)
    await sweepAccounts(inboard.world)
    const before = (await rows()).length
    expect(before).toBeGreaterThan(0)
    inboard.clock.advance(58 * minute)
    await useUp(newAddress(), 1)
    inboard.clock.advance(minute)
    await sweepAccounts(inboard.world)
    expect(await rows()).toHaveLength(1)
  })
})

describe('changes of address', () => {
  let inboard: TestInboard
  beforeAll(async () => {
    inboard = await startTestInboard({ LINKS_PER_HOUR: String(limit) })
  })
  afterAll(() => inboard.stop())

  const change = ({ client }: SignedIn, email: string) =>
    codeOfRefusal(client.requestAddressChange({ email }))

  test('are limited in any hour for each account that asks', async () => {
    const person = await inboard.signInByMail()
    for (let time = 0; time < limit; time++) {
      expect(await change(person, newAddress())).toBe('accepted')
      expect(await change(person, newAddress())).toBe('throttled')
      inboard.clock.advance(minute)
    }
    const { pending_email } = (await person.client.readMe()).user
    const refused = await inboard.request('POST', '/api/email/change', {
      token: person.token,
      body: { email: newAddress() },
    })
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
    expect(refused.body.retry_after).toBeGreaterThan(3600 - limit * 60 - 30)
    expect(refused.body.retry_after).toBeLessThanOrEqual(3600 - limit * 60)
    expect(refused.body.detail).toContain(`in ${refused.body.retry_after} seconds`)
    expect(refused.headers.get('retry-after')).toBe(String(refused.body.retry_after))
    expect((await person.client.readMe()).user.pending_email).toBe(pending_email)
    // The link that was sent last is still good, and somebody else is not affected.
    const other = await inboard.signInByMail()
    expect(await change(other, newAddress())).toBe('accepted')
    await inboard.client().openLink({ token: await inboard.linkTo(pending_email ?? '') })
    inboard.clock.advance(refused.body.retry_after * 1000 - 5_000)
    expect(await change(person, newAddress())).toBe('rate_limited')
    inboard.clock.advance(5_000)
    expect(await change(person, newAddress())).toBe('accepted')
    inboard.clock.advance(minute)
    expect(await change(person, newAddress())).toBe('accepted')
  })

  test('do not count among sign-in links, nor the other way round', async () => {
    const person = await inboard.signInByMail()
    inboard.clock.advance(minute)
    await inboard.client().requestLink({ email: person.user.email })
    inboard.clock.advance(minute)
    await inboard.client().requestLink({ email: person.user.email })
    for (let time = 0; time < limit; time++) {
      expect(await change(person, newAddress())).toBe('accepted')
      inboard.clock.advance(minute)
    }
    expect(await codeOfRefusal(inboard.client().requestLink({ email: person.user.email }))).toBe(
      'rate_limited',
    )
  })

  test('to one address are sixty in any hour, however many accounts ask', async () => {
    const people = await Promise.all(times(20, () => inboard.signInByMail()))
    const late = await inboard.signInByMail()
    const email = newAddress()
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(people.map((person) => change(person, email)))
      expect(answers).toEqual(Array(20).fill('accepted'))
      inboard.clock.advance(minute)
    }
    const answer = await inboard.request('POST', '/api/email/change', { token: late.token, body: { email } })
    expect([answer.status, answer.body.code]).toEqual([429, 'rate_limited'])
    expect(answer.body.retry_after).toBeGreaterThan(56 * 60)
    expect(answer.body.retry_after).toBeLessThanOrEqual(57 * 60)
    expect((await late.client.readMe()).user.pending_email).toBeNull()
    expect(await change(late, newAddress())).toBe('accepted')
  })
})

test('a limit of 0 is none', async () => {
  const inboard = await startTestInboard({ LINKS_PER_HOUR: '0' })
  try {
    const person = await inboard.signInByMail()
    for (let time = 0; time < 12; time++) {
      inboard.clock.advance(minute)
      await inboard.client().requestLink({ email: person.user.email })
      await person.client.requestAddressChange({ email: newAddress() })
    }
  } finally {
    await inboard.stop()
  }
})
