import { fail } from '../common/problems.ts'
import { KeyedMutex } from '../db/keyed-mutex.ts'

/** In milliseconds. */
const longestPause = 50

export type Reads = ReturnType<typeof createReads>

/**
 * Runs reads of some milliseconds in the server process, one of an account at a time, unless its client has
 * gone. A slot then pauses for as long as the read took, which leaves time for shorter work. Writes need no such
 * queue: they share commits, and the database serves their accounts in turn.
 */
export function createReads(slots: number) {
  const accounts = new KeyedMutex()
  const waiting: (() => void)[] = []
  let free = slots

  function leave(): void {
    const next = waiting.shift()
    if (next) next()
    else free++
  }

  async function inSlot<Result>(work: () => Promise<Result>, isGone: () => boolean): Promise<Result> {
    if (free > 0) free--
    else await new Promise<void>((begin) => waiting.push(begin))
    const begun = performance.now()
    try {
      if (isGone()) throw fail('unavailable')
      return await work()
    } finally {
      setTimeout(leave, Math.min(performance.now() - begun, longestPause)).unref()
    }
  }

  return <Result>(account: string, work: () => Promise<Result>, isGone = () => false): Promise<Result> =>
    accounts.take(account, () => inSlot(work, isGone))
}
