import { isIPv6 } from 'node:net'
import { type Clock, minutes, seconds } from '../clock.ts'
import { fail } from '../problems.ts'

const window = 1 * minutes

/** Counts requests by client IP in windows of a minute, and throws once an IP has used up its share. */
export function createRateLimit(limit: number, clock: Clock): (ip: string) => void {
  let counts = new Map<string, number>()
  let endsAt = 0
  return (ip) => {
    if (limit === 0 || isLoopback(ip)) return
    const now = clock.now()
    // A window that ends too far ahead was begun before the clock was set back.
    if (now >= endsAt || endsAt - now > window) {
      counts = new Map()
      endsAt = now + window
    }
    const who = network(ip)
    const count = (counts.get(who) ?? 0) + 1
    counts.set(who, count)
    if (count > limit)
      throw fail('rate_limited', { retry_after: Math.max(1, Math.ceil((endsAt - now) / seconds)) })
  }
}

const unmapped = (ip: string) => ip.replace(/^::ffff:(?=\d+\.)/i, '')

const isLoopback = (ip: string) => ip === '::1' || unmapped(ip).startsWith('127.')

/** An IPv6 subscriber has a whole /64, so a /64 counts as one client. */
export function network(ip: string): string {
  const plain = unmapped(ip)
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('%')[0]?.split('::') ?? []
  const groups = head.split(':').filter(Boolean)
  const after = tail?.split(':').filter(Boolean) ?? []
  while (tail !== undefined && groups.length + after.length < 8) groups.push('0')
  return [...groups, ...after]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
