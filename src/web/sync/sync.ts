import { isMade } from '../state/changes.ts'
import { adoptDrafts } from '../state/drafts.ts'
import { look, toSend } from './bells.ts'
import { doubtConnection, followFeed, isConnected, takeFromLeader } from './follow.ts'
import { close, isKept, open, reread, rereadOutbox } from './kept.ts'
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
    const turns = new AbortController()
    if (isKept.value) hearTurn = takeTurns(userId, lead, AbortSignal.any([signal, turns.signal])).hear
    // A tab that cannot write what it does for others to send has to send it itself.
    const unwatch = isKept.subscribe((canShare) => {
      if (canShare) return
      turns.abort()
      Promise.all([followFeed(signal), sendOutbox(signal)])
    })
    signal.addEventListener('abort', unwatch)
  }
  start()

  const tryAgain = () => look.ring()
  addEventListener('focus', tryAgain)
  addEventListener('online', tryAgain)
  addEventListener('offline', doubtConnection)
  return () => {
    removeEventListener('focus', tryAgain)
    removeEventListener('online', tryAgain)
    removeEventListener('offline', doubtConnection)
    ending.abort()
  }
}

async function hear(news: News): Promise<void> {
  if (news.is === 'account') await reread()
  if (news.is === 'changes' && !(await takeFromLeader(news.since, news.pages))) await reread()
  if (news.is === 'connection') isConnected.value = news.isThere
  if (news.is === 'outbox') {
    await rereadOutbox()
    toSend.ring()
  }
}
