import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sweepAccounts } from '../../../src/server/accounts/sweep.ts'
import { newDataFolder } from '../../support/machine/folders.ts'
import { startTestInboard, type TestInboard } from '../../support/service/inboard.ts'
import { times } from '../../support/service/sending.ts'
import { codeFor, limit, minute, newAddress, receive, StillClock, sentTo, useUp } from './asking.ts'

describe.each([
  ['anybody', { REGISTRATION: 'open' }],
  ['nobody but a listed domain', { REGISTRATION: '@example.com' }],
])('where %s may join', (_who, environment) => {
  const folder = newDataFolder()
  const clock = new StillClock()
  let inboard: TestInboard
  /** Another instance with the same database. */
  let other: TestInboard
  beforeAll(async () => {
    const start = () => startTestInboard({ LINKS_PER_HOUR: String(limit), ...environment }, folder, clock)
    inboard = await start()
    other = await start()
  })
  afterAll(async () => {
    await Promise.all([inboard.stop(), other.stop()])
    rmSync(folder, { recursive: true, force: true })
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
    expect(sentTo(email, inboard)).toBe(limit)
  })

  test('an account that has been deleted or swept is still counted', async () => {
    const email = newAddress()
    const { db } = inboard.world
    const forget = () => db.transaction((tx) => tx.run`delete from users where email = ${email}`)
    for (let time = 0; time < limit; time++) {
      await receive(email, inboard)
      await forget()
      await sweepAccounts(inboard.world)
    }
    const all = await Promise.all(times(10, () => codeFor(email, inboard)))
    expect(all).toEqual(Array(10).fill('rate_limited'))
    expect(sentTo(email, inboard)).toBe(limit)
  })

  test('what was counted is not readable, and swept when it no longer counts', async () => {
    const { db } = inboard.world
    const rows = () => db.all<{ subject: string }>`select subject, times, expires_at from sent_links`
    const email = newAddress()
    await useUp(email, inboard, 1)
    expect(JSON.stringify(await rows())).not.toContain(email)
    await sweepAccounts(inboard.world)
    const before = (await rows()).length
    expect(before).toBeGreaterThan(0)
    inboard.clock.advance(58 * minute)
    await useUp(newAddress(), inboard, 1)
    inboard.clock.advance(minute)
    await sweepAccounts(inboard.world)
    expect(await rows()).toHaveLength(1)
  })
})
