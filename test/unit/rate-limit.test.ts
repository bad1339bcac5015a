import { describe, expect, test } from 'vitest'
import { createRateLimit, network } from '../../src/server/http/limits.ts'

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

  test.for(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])(
    'lets %s through, which is this machine',
    (ip) => {
      expect(passed(createRateLimit(1, clock), ip, 10)).toBe(10)
    },
  )

  test.for(['128.0.0.1', '12.7.0.0', '::2', '::ffff:192.0.2.1', '10.0.0.1', '0.0.0.0', 'unknown'])(
    'counts %s, which is not',
    (ip) => {
      expect(passed(createRateLimit(1, clock), ip, 10)).toBe(1)
    },
  )

  test('0 is no limit', () => {
    expect(passed(createRateLimit(0, clock), '192.0.2.1', 100)).toBe(100)
  })
})

describe('what counts as one client', () => {
  test.for([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:db8:1:2:ffff::', '2001:db8:1:2'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['::', '0:0:0:0'],
    ['1::', '1:0:0:0'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0'],
    ['unknown', 'unknown'],
  ])('%s is of %s', ([ip = '', client]) => {
    expect(network(ip)).toBe(client)
  })

  test('a whole /64 shares one limit, and its neighbour has another', () => {
    const allow = createRateLimit(3, { now: () => 0 })
    const tries = ['2001:db8::1', '2001:db8::2', '2001:db8::ffff:ffff:ffff:ffff', '2001:db8:0:0:1::']
    expect(tries.map((ip) => passed(allow, ip, 1))).toEqual([1, 1, 1, 0])
    expect(passed(allow, '2001:db8:0:1::1', 5)).toBe(3)
  })
})
