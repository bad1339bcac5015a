import { pause } from '../../client/failures.ts'
import { look } from './bells.ts'
import { type News, tell } from './tabs.ts'

// One tab of a browser leads: it holds the one stream and sends the one outbox. The tab that is being looked at leads; a
// hidden one hands over, because browsers slow hidden tabs down, and freeze them.

const patience = 1500
const shortestPause = 100
const longestPause = 10_000
/** An engine that has refused so often in a row gives no lock at all. Two tabs that lead do nothing twice, as every operation has a key. */
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
  const name = `inboard.${userId}`
  let turn: AbortController | undefined
  let isContested = false
  let request = new AbortController()
  /** The document is going, or waits in the browser's memory for somebody to come back to it. */
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
      // Where the lead ends by itself, as at the end of a session, the turn is not over.
      if (!over.aborted) await new Promise((resolve) => over.addEventListener('abort', resolve))
    }
    try {
      if (refusals === mostRefusals) await takeTurn()
      else await navigator.locks.request(name, steal ? { steal } : { signal: over }, takeTurn)
    } catch {
      // Ended while it was waiting; or stolen, by a tab that this one did not answer in time.
      mine.abort()
      refusals = Math.min(mostRefusals, refusals + 1)
    }
    if (turn === mine) turn = undefined
    const isNewest = () => request === mine && !ended.aborted && !isAway
    // Some engines refuse at once, again and again, for as long as a document is going away: whoever asked without a pause would
    // ask for ever, and the document would never go.
    if (refusals > 0 && isNewest()) await pause(Math.min(longestPause, shortestPause * 2 ** refusals), ended)
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
      // Nobody has answered: the leading tab is frozen.
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
  // After the lock had its chance.
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
