import { minutes, seconds } from '../clock.ts'
import { leapOver, numberAt } from '../db/counters.ts'
import { fail, invalid } from '../problems.ts'
import type { BoardWorld } from '../world.ts'

const pause = 1 * minutes

/**
 * For a device that has seen more of an account than there is: it was set back. From where, nobody can know, so its numbers go on
 * above all that were seen, and every device begins again.
 */
export function createReset({ db, clock }: BoardWorld) {
  /** When each account was last reset. The latest are at the end. */
  const resets = new Map<string, number>()

  function requirePause(ownerId: string): void {
    const now = clock.now()
    for (const [id, at] of resets) {
      // A time that is ahead is from before the clock was set back.
      if (at > now - pause && at <= now) break
      resets.delete(id)
    }
    const before = resets.get(ownerId)
    if (before !== undefined)
      throw fail('rate_limited', {
        detail: 'This account was reset a moment ago. Try again in {retry_after} seconds.',
        retry_after: Math.max(1, Math.ceil((before + pause - now) / seconds)),
      })
    resets.set(ownerId, now)
  }

  return async (ownerId: string, seen: number): Promise<number> => {
    if (seen > numberAt(clock.now())) throw invalid('seen', 'is more than any account has reached')
    requirePause(ownerId)
    const seq = await db.hold(ownerId, (held) => leapOver(held, seen))
    db.tell(ownerId, seq)
    return seq
  }
}
