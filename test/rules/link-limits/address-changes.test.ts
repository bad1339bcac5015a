import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limit, minute, newAddress, StillClock } from '../../api/link-limits/asking.ts'
import {
  codeOfRefusal,
  type SignedIn,
  startTestInboard,
  type TestInboard,
} from '../../support/service/inboard.ts'
import { times } from '../../support/service/sending.ts'

describe('changes of address', () => {
  let inboard: TestInboard
  beforeAll(async () => {
    inboard = await startTestInboard({ LINKS_PER_HOUR: String(limit) }, undefined, new StillClock())
  })
  afterAll(() => inboard.stop())

  const change = ({ client }: SignedIn, email: string) =>
    codeOfRefusal(client.requestAddressChange({ email }))

  test('are limited in any hour for each account that asks', async () => {
    const person = await inboard.signIn()
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
    const other = await inboard.signIn()
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
    const people = await Promise.all(times(20, () => inboard.signIn()))
    const late = await inboard.signIn()
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

  test('and sign-in links are not limited where the limit is 0', async () => {
    Object.assign(inboard.world.config, { linksPerHour: 0 })
    const person = await inboard.signIn()
    for (let time = 0; time < 8; time++) {
      await inboard.client().requestLink({ email: person.user.email })
      await person.client.requestAddressChange({ email: newAddress() })
      inboard.clock.advance(minute)
    }
  })
})
