import { type Clock, iso, minutes, seconds } from '../common/clock.ts'
import { fail } from '../common/problems.ts'

const interval = 1 * minutes
export const retryAfter = interval / seconds

/**
 * A slot claimed between `after` and `until` is taken. A later one was claimed before the clock was set back.
 */
export function takenSlot(clock: Clock) {
  const now = clock.now()
  return { now: iso(now), after: iso(now - interval), until: iso(now + interval) }
}

export function throttled(clock: Clock, sentAt: string) {
  const wait = Math.ceil((Date.parse(sentAt) + interval - clock.now()) / seconds)
  return fail('throttled', { retry_after: Math.min(Math.max(wait, 1), retryAfter) })
}
