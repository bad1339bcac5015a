import { minutes, seconds } from '../common/clock.ts'
import { fail, invalid } from '../common/problems.ts'
import type { BoardWorld } from '../common/world.ts'
import { advancePast, numberAt } from '../db/counters.ts'

const pause = 1 * minutes

/**
 * A device reports that it has seen a higher number than the account has, so the account was set back. The
 * server can't know how far, so it continues above that number and makes every device start over.
 */
export function createReset({ db, clock }: BoardWorld) {
  /** When each account was last reset. */
  const resets = new Map<string, number>()

  return async (ownerId: string, seen: number): Promise<number> => {
    const now = clock.now()
    if (seen > numberAt(now)) throw invalid('seen', 'is higher than any number this server has issued')
    // One that is far in the future was recorded before the clock was set back.
    for (const [id, at] of resets) if (Math.abs(now - at) >= pause) resets.delete(id)
    const before = resets.get(ownerId)
    if (before !== undefined)
      throw fail('rate_limited', {
        detail: 'This account was reset a moment ago. Try again in {retry_after} seconds.',
        retry_after: Math.max(1, Math.ceil((before + pause - now) / seconds)),
      })
    const seq = await db.hold(ownerId, (held) => advancePast(held, seen))
    resets.set(ownerId, now)
    db.notify(ownerId, seq)
    return seq
  }
}
