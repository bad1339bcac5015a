import { describe, expect, test } from 'vitest'
import { createRateLimit, maxNetworks } from '../../../src/server/http/limits.ts'

/** How many of `times` requests get through. */
function passed(allow: (ip: string) => void, ip: string, times: number): number {
  let count = 0
  for (let time = 0; time < times; time++) {
    try {
      allow(ip)
      count++
    } catch {}
  }
  return count
}

/** The seconds that a refused request is told to wait. */
function wait(allow: (ip: string) => void, ip: string): number | undefined {
  try {
    allow(ip)
  } catch (error) {
    return (error as { problem: { retry_after: number } }).problem.retry_after
  }
  return undefined
}

describe('the rate limit', () => {
  const at = { ms: 1_000_000 }
  const clock = { now: () => at.ms }

  test('is exact, and counts each IP for itself', () => {
    const allow = createRateLimit(5, clock)
    expect(passed(allow, '192.0.2.1', 8)).toBe(5)
    expect(passed(allow, '192.0.2.2', 8)).toBe(5)
    expect(passed(allow, '192.0.2.1', 8)).toBe(0)
  })

  test('says how long it lasts, and lasts no longer', () => {
    const allow = createRateLimit(1, clock)
    allow('192.0.2.1')
    expect(wait(allow, '192.0.2.1')).toBe(60)
    at.ms += 59_001
    expect(wait(allow, '192.0.2.1')).toBe(1)
    at.ms += 998
    expect(wait(allow, '192.0.2.1')).toBe(1)
    at.ms += 1
    expect(wait(allow, '192.0.2.1')).toBeUndefined()
  })

  test('does not last for ever when the clock is set back', () => {
    const allow = createRateLimit(1, clock)
    allow('192.0.2.1')
    at.ms -= 3_600_000
    expect(wait(allow, '192.0.2.1')).toBeUndefined()
    expect(wait(allow, '192.0.2.1')).toBe(60)
  })

  test('counts every IP, this machine too: who is exempt is decided by the connection', () => {
    for (const ip of ['127.0.0.1', '::1', '10.0.0.1', '0.0.0.0'])
      expect(passed(createRateLimit(1, clock), ip, 10)).toBe(1)
  })

  test('counts what is no IP as one client', () => {
    const allow = createRateLimit(2, clock)
    expect(['unknown', '_hidden', ''].map((ip) => passed(allow, ip, 1))).toEqual([1, 1, 0])
  })

  test('remembers a bounded number of clients, and forgets those that were silent for longest', () => {
    const allow = createRateLimit(2, clock)
    const [busy, silent] = ['192.0.2.1', '192.0.2.2']
    for (const ip of [busy, silent]) expect(passed(allow, ip, 1)).toBe(1)
    const crowd = Array.from(
      { length: maxNetworks - 1 },
      (_, n) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`,
    )
    crowd.forEach((ip, n) => {
      if (n === 1000) expect(passed(allow, busy, 1)).toBe(1)
      allow(ip)
    })
    expect(passed(allow, busy, 3)).toBe(0)
    expect(passed(allow, silent, 3)).toBe(2)
  })

  test('0 is no limit', () => {
    expect(passed(createRateLimit(0, clock), '192.0.2.1', 100)).toBe(100)
  })
})

describe('what counts as one client', () => {
  test.for([
    ['192.0.2.1', '::ffff:192.0.2.1'],
    ['192.0.2.1', '::FFFF:c000:201'],
    ['192.0.2.1', '192.0.2.1:4711'],
    ['2001:db8:1:2:3:4:5:6', '2001:0DB8:0001:0002::'],
    ['2001:db8:1:2:ffff::', '[2001:db8:1:2::1]:4711'],
    ['fe80::1%eth0', 'fe80::2%eth1'],
    ['64:ff9b::192.0.2.1', '64:ff9b::192.0.2.2'],
  ])('%s and %s', ([one = '', other = '']) => {
    const allow = createRateLimit(1, { now: () => 0 })
    expect([passed(allow, one, 1), passed(allow, other, 1)]).toEqual([1, 0])
  })

  test.for([
    ['192.0.2.1', '192.0.2.2'],
    ['2001:db8:1:2::', '2001:db8:1:3::'],
    ['::ffff:0:192.0.2.1', '192.0.2.1'],
    ['::192.0.2.1', '192.0.2.1'],
  ])('not %s and %s', ([one = '', other = '']) => {
    const allow = createRateLimit(1, { now: () => 0 })
    expect([passed(allow, one, 1), passed(allow, other, 1)]).toEqual([1, 1])
  })

  test('a whole /64 has one share, a /56 four and a /48 sixteen', () => {
    const allow = createRateLimit(3, { now: () => 0 })
    const subnet = (n: number) => `2001:db8:0:${n.toString(16)}::1`
    expect(passed(allow, '2001:db8::1', 2) + passed(allow, '2001:db8::ffff:ffff:ffff:ffff', 2)).toBe(3)
    // The /64s 0 to ff are one /56.
    expect([1, 2, 3].map((n) => passed(allow, subnet(n), 9))).toEqual([3, 3, 3])
    expect([0xff, 0xfe].map((n) => passed(allow, subnet(n), 9))).toEqual([0, 0])
    // The next /56 has shares of its own, until those of the /48 are used up.
    const next = [0x100, 0x101, 0x102, 0x103, 0x104, 0x200, 0x201, 0x202, 0x203, 0x300, 0x301, 0x302, 0x303]
    expect(next.map((n) => passed(allow, subnet(n), 9))).toEqual([3, 3, 3, 3, 0, 3, 3, 3, 3, 3, 3, 3, 3])
    expect([0x400, 0xffff].map((n) => passed(allow, subnet(n), 9))).toEqual([0, 0])
    expect(passed(allow, '2001:db8:1::1', 9)).toBe(3)
  })

  test('one that is refused takes nothing from its neighbours', () => {
    const allow = createRateLimit(3, { now: () => 0 })
    expect(passed(allow, '2001:db8::1', 1000)).toBe(3)
    expect(passed(allow, '2001:db8:0:1::1', 9)).toBe(3)
  })
})
