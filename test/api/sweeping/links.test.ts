import { describe, expect, test } from 'vitest'
import { inboard } from '../../support/service/clocked.ts'
import { hour, minute, newLink, open, sweepAfter } from './sweep.ts'

/** Other files have people of their own on this service. */
const linksTo = async (email: string) =>
  (await inboard.world.db.all`select token_hash from links where email = ${email}`).length

describe('links', () => {
  test('of every fate are told apart for a day, and unknown after two', async () => {
    const used = await newLink('used@example.com')
    expect(await open(used)).toBe('accepted')
    const expired = await newLink('expired@example.com')
    const fates = async () => [await open(used), await open(expired)]
    await sweepAfter(15 * minute)
    expect(await fates()).toEqual(['token_used', 'token_expired'])
    await sweepAfter(23 * hour)
    expect(await fates()).toEqual(['token_used', 'token_expired'])
    await sweepAfter(24 * hour)
    expect(await fates()).toEqual(['token_used', 'token_expired'])
    await sweepAfter(2 * hour)
    expect(await fates()).toEqual(['token_unknown', 'token_unknown'])
    expect([await linksTo('used@example.com'), await linksTo('expired@example.com')]).toEqual([0, 0])
  })

  test('that can still be opened are left alone', async () => {
    await sweepAfter(72 * hour)
    const link = await newLink('ada@example.com')
    await sweepAfter(14 * minute)
    expect(await open(link)).toBe('accepted')
  })
})
