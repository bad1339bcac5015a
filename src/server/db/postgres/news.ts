import { type Database, DatabaseUnavailable, type Known, type News, type Reader } from '../database.ts'
import { findNews } from '../news.ts'
import { hasOwners } from './owners.ts'

/**
 * Of a distributed database each shard is asked for its own owners: with those of several in one query, Citus would
 * send all of them to every shard, and to join them it would fetch every counter that there is.
 */
export function findNewsByShard(db: Reader): Database['news'] {
  /** Only of those who were asked for the last time. */
  let shards = new Map<string, number>()

  async function locate(known: readonly Known[]): Promise<void> {
    const unknown = known.map(({ owner_id }) => owner_id).filter((id) => !shards.has(id))
    const located = await db.all<{ id: string; shard: number }>`
      select id, get_shard_id_for_distribution_column('counters', id) as shard
      from unnest(${arrayOf(unknown)}::text[]) as given (id)`
    for (const { id, shard } of located) shards.set(id, shard)
    shards = new Map(known.map(({ owner_id }) => [owner_id, shards.get(owner_id) ?? 0]))
  }

  return async (known) => {
    if (!(await hasOwners(db))) return await findNews(db, known)
    await locate(known)
    const news: News[] = []
    for (const some of Map.groupBy(known, ({ owner_id }) => shards.get(owner_id)).values())
      news.push(...(await findNewsOfShard(db, some)))
    return news
  }
}

/** As PostgreSQL reads it. Ids need no quotes. Citus sees the shard in such an array, but not in a sub-select as of `list`. */
const arrayOf = (ids: readonly string[]) => `{${ids.join()}}`

async function findNewsOfShard(db: Reader, known: readonly Known[]): Promise<News[]> {
  try {
    const found = await db.all<Known>`
      select owner_id, seq from counters
      where owner_id = any(${arrayOf(known.map(({ owner_id }) => owner_id))}::text[])`
    const present = new Map(found.map(({ owner_id, seq }) => [owner_id, seq]))
    return known
      .map(({ owner_id }) => ({ owner_id, seq: present.get(owner_id) ?? null }))
      .filter(({ seq }, index) => seq !== known[index]?.seq)
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return []
    throw error
  }
}
