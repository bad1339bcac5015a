import { minutes, seconds } from '../clock.ts'
import { leapOver, numberAt } from '../db/counters.ts'
import { fail, invalid } from '../problems.ts'
import type { BoardWorld } from '../world.ts'

const pause = 1 * minutes

/**
 * A device reports that it has seen a higher number than the account has, so the account was set back. The server can't know how far, so
 * it continues above that number and makes every device begin again.
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
  }

  return async (ownerId: string, seen: number): Promise<number> => {
    if (seen > numberAt(clock.now()))
      throw invalid('seen', 'is higher than any number this server has issued')
    requirePause(ownerId)
    const seq = await db.hold(ownerId, (held) => leapOver(held, seen))
    resets.delete(ownerId)
    resets.set(ownerId, clock.now())
    db.tell(ownerId, seq)
    return seq
  }
}
