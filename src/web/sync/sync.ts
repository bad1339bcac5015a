import { isMade } from '../state/changes.ts'
import { adoptDrafts } from '../state/drafts.ts'
import { lookAtClock } from '../state/sendable.ts'
import { look, toSend } from './bells.ts'
import { close, isKept, open, tryToKeep } from './disk.ts'
import { doubtConnection, followFeed, isConnected, reloadHere, takeFromLeader } from './follow.ts'
import { reread, rereadOutbox } from './kept.ts'
import { takeTurns } from './lead.ts'
import { sendOutbox } from './send.ts'
import { listen, type News } from './tabs.ts'

/** Shows a person's account as it is on this device, and keeps it and the server's in step. Returns a way to stop it. */
export function startSync(userId: string): () => void {
  const ending = new AbortController()
  const { signal } = ending
  const lead = async (over: AbortSignal) => {
    // What the leading tab before has written, and this one has not heard of.
    await reread()
    await Promise.all([followFeed(over), sendOutbox(over)])
  }

  async function start(): Promise<void> {
    await open(userId)
    if (signal.aborted) return close()
    adoptDrafts(isMade)
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
      // A tab that cannot write what it does for others to send has to send it itself.
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
    // What the clock held up may be sent by now.
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
  if (news.is === 'connection') isConnected.value = news.isThere
  if (news.is === 'outbox') {
    await rereadOutbox()
    toSend.ring()
  }
}
