import { backOff, pause } from '../../client/failures.ts'
import { ours } from '../device/base.ts'
import { isMade, lookAtClock } from '../model/changes.ts'
import { adoptDrafts } from '../state/drafts.ts'
import { reduceOthers } from '../store/store.ts'
import { close, isKept, open, tryToKeep } from './disk.ts'
import { doubtConnection, followFeed, isConnected, isHeldBack, reloadHere, takeFromLeader } from './follow.ts'
import { reread, rereadOutbox, sendFromHere } from './ledger.ts'
import { sendOutbox } from './send.ts'
import { broadcast, listen, look, type News, toSend } from './signals.ts'

/** Shows the stored account and keeps it in sync with the server. Returns a function that stops it. */
export function startSync(userId: string): () => void {
  const ending = new AbortController()
  const { signal } = ending
  const lead = async (over: AbortSignal) => {
    // The previous leader may have written something that this tab has not heard about.
    await reread()
    // Nor may the others have: it was about to tell them.
    broadcast({ is: 'outbox' })
    sendFromHere(over)
    await Promise.all([followFeed(over), sendOutbox(over)])
  }

  async function start(): Promise<void> {
    await open(userId)
    if (signal.aborted) return close()
    adoptDrafts(isMade)
    // Seldom anything to do, so it need not delay the first cards.
    reduceOthers(userId).catch(() => {})
    let election: Election | undefined
    let taken = Promise.resolve()
    const unlisten = listen(userId, (news) => {
      election?.onNews(news)
      // In order: what is read from the disk for one must not undo what the next one says.
      taken = taken.then(() => take(news)).catch(() => {})
    })
    signal.addEventListener('abort', () => {
      unlisten()
      close()
    })
    let work = new AbortController()
    const unwatch = isKept.subscribe((canShare) => {
      work.abort()
      work = new AbortController()
      const over = AbortSignal.any([signal, work.signal])
      election = canShare ? electLeader(userId, lead, over) : undefined
      // Without storage, no other tab can send what this one does, so each tab sends its own.
      if (!canShare) Promise.all([followFeed(over), sendOutbox(over)])
    })
    signal.addEventListener('abort', unwatch)
  }
  start()

  const tryAgain = () => {
    lookAtClock()
    tryToKeep()
    look.fire()
    // The clock may have been corrected, so stale changes may be sendable.
    toSend.fire()
  }
  const onVisible = () => document.visibilityState === 'visible' && tryToKeep()
  document.addEventListener('visibilitychange', onVisible)
  addEventListener('focus', tryAgain)
  addEventListener('online', tryAgain)
  addEventListener('offline', doubtConnection)
  return () => {
    document.removeEventListener('visibilitychange', onVisible)
    removeEventListener('focus', tryAgain)
    removeEventListener('online', tryAgain)
    removeEventListener('offline', doubtConnection)
    ending.abort()
  }
}

async function take(news: News): Promise<void> {
  if (news.is === 'account') await reread()
  if (news.is === 'changes' && !(await takeFromLeader(news))) await reread()
  if (news.is === 'reload') reloadHere()
  if (news.is === 'connection') {
    isConnected.value = news.isThere
    isHeldBack.value = news.isHeldBack ?? false
  }
  if (news.is === 'outbox') {
    await rereadOutbox()
    toSend.fire()
  }
}

// Leader election: one tab holds the stream and sends the outbox. The visible tab leads. A hidden one hands over, because
// browsers throttle and freeze hidden tabs.

const patience = 1500
const shortestPause = 100
const longestPause = 10_000
/** After so many refusals, leads without a lock. Two leaders are harmless, because every operation has an idempotency key. */
const maxRefusals = 4

interface Election {
  onNews(news: News): void
}

/** Runs `lead` whenever it is this tab's turn. */
function electLeader(
  userId: string,
  lead: (signal: AbortSignal) => Promise<void>,
  ended: AbortSignal,
): Election {
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
      if (isHidden()) broadcast({ is: 'I am hidden' })
      await lead(over)
      // If `lead` returns by itself, such as at the end of a session, this tab keeps the lock.
      if (!over.aborted) await new Promise((resolve) => over.addEventListener('abort', resolve))
    }
    try {
      if (refusals === maxRefusals) await takeTurn()
      else await navigator.locks.request(name, steal ? { steal } : { signal: over }, takeTurn)
    } catch {
      // Aborted while waiting, or stolen by a tab that this one did not answer in time.
      mine.abort()
      refusals = Math.min(maxRefusals, refusals + 1)
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
    broadcast({ is: 'may I lead' })
    setTimeout(() => {
      // No answer: the leading tab is frozen.
      if (!turn && isContested && !isHidden() && !isAway && !ended.aborted) stealTurn()
    }, patience)
  }
  const change = () => {
    if (!isHidden()) {
      ask()
      look.fire()
    } else if (turn) broadcast({ is: 'I am hidden' })
  }
  const goAway = () => {
    isAway = true
    request.abort()
  }
  const comeBack = () => {
    if (!isAway) return
    isAway = false
    queue()
    look.fire()
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
    onNews(news) {
      if (news.is === 'may I lead' && turn) {
        if (isHidden()) handOver()
        else broadcast({ is: 'I lead' })
      }
      if (news.is === 'I lead') isContested = false
      if (news.is === 'I am hidden') ask()
    },
  }
}
