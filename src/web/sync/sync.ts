import { isMade, lookAtClock } from '../model/changes.ts'
import { adoptDrafts } from '../state/drafts.ts'
import { reduceOthers } from '../store/reduce.ts'
import { look, toSend } from './bells.ts'
import { close, isKept, open, tryToKeep } from './disk.ts'
import { doubtConnection, followFeed, isConnected, isHeldBack, reloadHere, takeFromLeader } from './follow.ts'
import { reread, rereadOutbox } from './kept.ts'
import { takeTurns } from './lead.ts'
import { sendOutbox } from './send.ts'
import { listen, type News } from './tabs.ts'

/** Shows the stored account and keeps it in sync with the server. Returns a function that stops it. */
export function startSync(userId: string): () => void {
  const ending = new AbortController()
  const { signal } = ending
  const lead = async (over: AbortSignal) => {
    // The previous leader may have written something that this tab has not heard about.
    await reread()
    await Promise.all([followFeed(over), sendOutbox(over)])
  }

  async function start(): Promise<void> {
    await open(userId)
    if (signal.aborted) return close()
    adoptDrafts(isMade)
    // Seldom anything to do, so it need not delay the first cards.
    reduceOthers(userId).catch(() => {})
    let hearTurn = (_news: News) => {}
    const deaf = listen(userId, (news) => {
      hearTurn(news)
      hear(news)
    })
    signal.addEventListener('abort', () => {
      deaf()
      close()
    })
    let work = new AbortController()
    const unwatch = isKept.subscribe((canShare) => {
      work.abort()
      work = new AbortController()
      const over = AbortSignal.any([signal, work.signal])
      hearTurn = () => {}
      // Without storage, no other tab can send what this one does, so each tab sends its own.
      if (canShare) hearTurn = takeTurns(userId, lead, over).hear
      else Promise.all([followFeed(over), sendOutbox(over)])
    })
    signal.addEventListener('abort', unwatch)
  }
  start()

  const tryAgain = () => {
    lookAtClock()
    tryToKeep()
    look.ring()
    // The clock may have been corrected, so stale changes may be sendable.
    toSend.ring()
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

async function hear(news: News): Promise<void> {
  if (news.is === 'account') await reread()
  if (news.is === 'changes' && !(await takeFromLeader(news.since, news.pages))) await reread()
  if (news.is === 'reload') reloadHere()
  if (news.is === 'connection') {
    isConnected.value = news.isThere
    isHeldBack.value = news.isHeldBack ?? false
  }
  if (news.is === 'outbox') {
    await rereadOutbox()
    toSend.ring()
  }
}
