import { look, toSend } from './bells.ts'
import { followFeed, takeFromLeader } from './follow.ts'
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
    let hearTurn = (_news: News) => {}
    const deaf = listen(userId, (news) => {
      hearTurn(news)
      hear(news)
    })
    signal.addEventListener('abort', () => {
      deaf()
      close()
    })
    if (isKept.value) hearTurn = takeTurns(userId, lead, signal).hear
    else await lead(signal)
  }
  start()

  const tryAgain = () => look.ring()
  addEventListener('focus', tryAgain)
  addEventListener('online', tryAgain)
  return () => {
    removeEventListener('focus', tryAgain)
    removeEventListener('online', tryAgain)
    ending.abort()
  }
}

async function hear(news: News): Promise<void> {
  if (news.is === 'account') await reread()
  if (news.is === 'changes' && !(await takeFromLeader(news.since, news.changes))) await reread()
  if (news.is === 'outbox') {
    await rereadOutbox()
    toSend.ring()
  }
}
