import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  ask,
  codeFor,
  limit,
  minute,
  newAddress,
  receive,
  StillClock,
  useUp,
} from '../../api/link-limits/asking.ts'
import { startTestInboard, type TestInboard } from '../../support/service/inboard.ts'

let inboard: TestInboard
beforeAll(async () => {
  inboard = await startTestInboard({ LINKS_PER_HOUR: String(limit) }, undefined, new StillClock())
})
afterAll(() => inboard.stop())

test('after so many links to one address the next goes ten minutes after the last', async () => {
  const email = newAddress()
  await useUp(email, inboard)
  const refused = await ask(email, inboard)
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
  expect((await ask(email, inboard)).body).toMatchObject({ code: 'rate_limited' })
  inboard.clock.advance(5_000)
  await receive(email, inboard)
  // And so on: one every ten minutes, the minute before anything else.
  expect(await codeFor(email, inboard)).toBe('throttled')
  inboard.clock.advance(minute)
  expect(await codeFor(email, inboard)).toBe('rate_limited')
  inboard.clock.advance(9 * minute)
  expect(await codeFor(email, inboard)).toBe('accepted')
})

test('a person who has to wait has a link that still works', async () => {
  const { user } = await inboard.signIn()
  inboard.clock.advance(minute)
  // A stranger takes every slot as soon as it is free.
  await useUp(user.email, inboard)
  for (let time = 0; time < 4; time++) {
    inboard.clock.advance(9 * minute)
    await receive(user.email, inboard)
    inboard.clock.advance(minute)
  }
  inboard.clock.advance(9 * minute - 5_000)
  expect(await codeFor(user.email, inboard)).toBe('rate_limited')
  const token = await inboard.linkTo(user.email, limit + 4)
  expect((await inboard.client().openLink({ token })).user.id).toBe(user.id)
})

test('links of more than an hour ago do not count', async () => {
  const email = newAddress()
  await useUp(email, inboard, limit - 1)
  inboard.clock.advance(60 * minute)
  await useUp(email, inboard)
  expect(await codeFor(email, inboard)).toBe('rate_limited')
  // Sooner than ten minutes after the last, if the first of them no longer counts.
  const late = newAddress()
  await useUp(late, inboard, 1)
  inboard.clock.advance(55 * minute)
  await useUp(late, inboard, limit - 1)
  const { body } = await ask(late, inboard)
  expect(body.code).toBe('rate_limited')
  expect(body.retry_after).toBeLessThanOrEqual(60 * (60 - 55 - limit))
  inboard.clock.advance(body.retry_after * 1000)
  expect(await codeFor(late, inboard)).toBe('accepted')
})

test('the stated wait is correct', async () => {
  const email = newAddress()
  await useUp(email, inboard, limit - 1)
  inboard.clock.advance(3 * minute)
  for (let time = 0; time < 5; time++) {
    expect(await codeFor(email, inboard)).toBe('accepted')
    // Later and later, so that now the ten minutes are the sooner, and now the end of the hour.
    inboard.clock.advance((1 + time) * minute)
    const { body } = await ask(email, inboard)
    expect(body.code).toBe('rate_limited')
    inboard.clock.advance(body.retry_after * 1000 - 5_000)
    expect(await codeFor(email, inboard)).toBe('rate_limited')
    inboard.clock.advance(5_000)
  }
})

test('a clock that was set back blocks nobody for long', async () => {
  const email = newAddress()
  inboard.clock.advance(24 * 60 * minute)
  await useUp(email, inboard)
  inboard.clock.advance(-24 * 60 * minute)
  expect(await codeFor(email, inboard)).toBe('accepted')
})
