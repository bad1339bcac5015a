import { look } from './bells.ts'
import { type News, tell } from './tabs.ts'

// One tab of a browser leads: it holds the one stream and sends the one outbox. The tab that is being looked at leads; a
// hidden one hands over, because browsers slow hidden tabs down, and freeze them.

const patience = 1500

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

  async function queue(steal: boolean): Promise<void> {
    const mine = new AbortController()
    request = mine
    const over = AbortSignal.any([ended, mine.signal])
    try {
      await navigator.locks.request(name, steal ? { steal } : { signal: over }, async () => {
        turn = mine
        isContested = false
        // It may have been hidden while it waited.
        if (isHidden()) tell({ is: 'I am hidden' })
        await lead(over)
        // Where the lead ends by itself, as at the end of a session, the turn is not over.
        if (!over.aborted) await new Promise((resolve) => over.addEventListener('abort', resolve))
      })
    } catch {
      // Ended while it was waiting; or stolen, by a tab that this one did not answer in time.
      mine.abort()
    }
    if (turn === mine) turn = undefined
    if (request === mine && !ended.aborted) await queue(false)
  }
  queue(false)

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
      if (!turn && isContested && !isHidden() && !ended.aborted) stealTurn()
    }, patience)
  }
  const change = () => {
    if (!isHidden()) {
      ask()
      look.ring()
    } else if (turn) tell({ is: 'I am hidden' })
  }
  document.addEventListener('visibilitychange', change)
  ended.addEventListener('abort', () => document.removeEventListener('visibilitychange', change))
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
