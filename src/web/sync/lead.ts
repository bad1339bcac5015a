import { backOff, pause } from '../../client/failures.ts'
import { ours } from '../device/base.ts'
import { look } from './bells.ts'
import { type News, tell } from './tabs.ts'

// Leader election: one tab holds the stream and sends the outbox. The visible tab leads. A hidden one hands over, because
// browsers throttle and freeze hidden tabs.

const patience = 1500
const shortestPause = 100
const longestPause = 10_000
/** After so many refusals, leads without a lock. Two leaders are harmless, because every operation has an idempotency key. */
const mostRefusals = 4

export interface Turns {
  hear(news: News): void
}

/** Runs `lead` whenever it is this tab's turn. */
export function takeTurns(
  userId: string,
  lead: (signal: AbortSignal) => Promise<void>,
  ended: AbortSignal,
): Turns {
  const name = ours + userId
  let turn: AbortController | undefined
  let isContested = false
  let request = new AbortController()
  /** True while the document is unloading or in the back/forward cache. */
  let isAway = false
  let refusals = 0

  async function queue(steal = false): Promise<void> {
    const mine = new AbortController()
    request = mine
    const over = AbortSignal.any([ended, mine.signal])
    const takeTurn = async () => {
      turn = mine
      isContested = false
      refusals = 0
      // It may have been hidden while it waited.
      if (isHidden()) tell({ is: 'I am hidden' })
      await lead(over)
      // If `lead` returns by itself, such as at the end of a session, this tab keeps the lock.
      if (!over.aborted) await new Promise((resolve) => over.addEventListener('abort', resolve))
    }
    try {
      if (refusals === mostRefusals) await takeTurn()
      else await navigator.locks.request(name, steal ? { steal } : { signal: over }, takeTurn)
    } catch {
      // Aborted while waiting, or stolen by a tab that this one did not answer in time.
      mine.abort()
      refusals = Math.min(mostRefusals, refusals + 1)
    }
    if (turn === mine) turn = undefined
    const isNewest = () => request === mine && !ended.aborted && !isAway
    // While a document unloads, some engines refuse every request at once. Without a pause, the loop would keep the
    // document alive for ever.
    if (refusals > 0 && isNewest()) await pause(backOff(refusals, longestPause, shortestPause), ended)
    if (isNewest()) queue()
  }
  queue()

  function stealTurn(): void {
    const waiting = request
    queue(true)
    waiting.abort()
  }

  const isHidden = () => document.visibilityState === 'hidden'
  const handOver = () => turn?.abort()

  function ask(): void {
    if (turn || isHidden()) return
    isContested = true
    tell({ is: 'may I lead' })
    setTimeout(() => {
      // No answer: the leading tab is frozen.
      if (!turn && isContested && !isHidden() && !isAway && !ended.aborted) stealTurn()
    }, patience)
  }
  const change = () => {
    if (!isHidden()) {
      ask()
      look.ring()
    } else if (turn) tell({ is: 'I am hidden' })
  }
  const goAway = () => {
    isAway = true
    request.abort()
  }
  const comeBack = () => {
    if (!isAway) return
    isAway = false
    queue()
    look.ring()
  }
  document.addEventListener('visibilitychange', change)
  addEventListener('pagehide', goAway)
  addEventListener('pageshow', comeBack)
  ended.addEventListener('abort', () => {
    document.removeEventListener('visibilitychange', change)
    removeEventListener('pagehide', goAway)
    removeEventListener('pageshow', comeBack)
  })
  // Only if the lock was not granted in the meantime.
  setTimeout(ask, patience)

  return {
    hear(news) {
      if (news.is === 'may I lead' && turn) {
        if (isHidden()) handOver()
        else tell({ is: 'I lead' })
      }
      if (news.is === 'I lead') isContested = false
      if (news.is === 'I am hidden') ask()
    },
  }
}
