import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sweepAccounts } from '../../../src/server/accounts/sweep.ts'
import { newDataFolder } from '../../support/machine/folders.ts'
import { startTestInboard, type TestInboard } from '../../support/service/inboard.ts'
import { useOptions } from '../../support/service/options.ts'
import { times } from '../../support/service/sending.ts'
import { codeFor, limit, minute, newAddress, receive, StillClock, sentTo, useUp } from './asking.ts'

const folder = newDataFolder()
const clock = new StillClock()
let inboard: TestInboard
/** Another instance with the same database. */
let other: TestInboard
beforeAll(async () => {
  const start = () => startTestInboard({ LINKS_PER_HOUR: String(limit) }, folder, clock)
  inboard = await start()
  other = await start()
})
afterAll(async () => {
  await Promise.all([inboard.stop(), other.stop()])
  rmSync(folder, { recursive: true, force: true })
})

describe.each([
  ['anybody', 'open'],
  ['nobody but a listed domain', '@example.com'],
])('where %s may join', (_who, REGISTRATION) => {
  useOptions(() => [inboard, other], { REGISTRATION, LINKS_PER_HOUR: String(limit) })

  test('of many who ask at once, on two instances, no more get one', async () => {
    const email = newAddress()
    const all = () => Promise.all(times(10, (n) => codeFor(email, n % 2 ? inboard : other)))
    for (let time = 0; time < limit; time++) {
      expect((await all()).toSorted()).toEqual(['accepted', ...Array(9).fill('throttled')])
      inboard.clock.advance(minute)
    }
    expect(await all()).toEqual(Array(10).fill('rate_limited'))
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

  test('counted links are stored unreadably, and swept when they no longer count', async () => {
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
