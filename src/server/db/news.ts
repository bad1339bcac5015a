import { setImmediate as othersFirst } from 'node:timers/promises'
import type { Known, News, Reader } from './database.ts'
import { table } from './values.ts'

const ownersAtOnce = 1000

/** Reads a thousand owners at a time, which bounds the memory and lets other work run in between. */
export async function findNews(db: Reader, known: readonly Known[]): Promise<News[]> {
  const news: News[] = []
  for (let start = 0; start < known.length; start += ownersAtOnce) {
    if (start > 0) await othersFirst()
    const some = known.slice(start, start + ownersAtOnce)
    news.push(
      ...(await db.all<News>`
        select known.owner_id, counters.seq
        from ${table(some, { owner_id: 'text', seq: 'integer' })} as known
        left join counters on counters.owner_id = known.owner_id
        where counters.seq is null or counters.seq <> known.seq`),
    )
  }
  return news
}
