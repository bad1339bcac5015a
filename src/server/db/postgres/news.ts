import { minutes } from '../../common/clock.ts'
import { type Database, DatabaseUnavailable, type Known, type News, type Reader } from '../database.ts'
import { findNews } from '../news.ts'
import { hasOwners } from './owners.ts'

/** How long to remember whether the database is distributed. Either answer gives correct news, only slower. */
const rememberedFor = 1 * minutes

/**
 * On a distributed database, each shard is queried for its own owners. If one query named owners of several
 * shards, Citus would send all of them to every shard, and fetch every counter for the join.
 */
export function findNewsByShard(db: Reader): Database['news'] {
  /** The shards of the owners in the last call. */
  let shards = new Map<string, number>()
  let isDistributed = false
  let askedAt = Number.NEGATIVE_INFINITY

  async function findOut(): Promise<boolean> {
    if (performance.now() - askedAt < rememberedFor) return isDistributed
    isDistributed = await hasOwners(db)
    askedAt = performance.now()
    return isDistributed
  }

  async function locate(known: readonly Known[]): Promise<void> {
    const unknown = known.map(({ owner_id }) => owner_id).filter((id) => !shards.has(id))
    const located = await db.all<{ id: string; shard: number }>`
      select id, get_shard_id_for_distribution_column('counters', id) as shard
      from unnest(${arrayOf(unknown)}::text[]) as given (id)`
    for (const { id, shard } of located) shards.set(id, shard)
    shards = new Map(known.map(({ owner_id }) => [owner_id, shards.get(owner_id) ?? 0]))
  }

  async function findByShard(known: readonly Known[]): Promise<News[]> {
    await locate(known)
    const news: News[] = []
    for (const some of Map.groupBy(known, ({ owner_id }) => shards.get(owner_id)).values())
      news.push(...(await findNewsOfShard(db, some)))
    return news
  }

  return async (known) => {
    if (!(await findOut())) return await findNews(db, known)
    try {
      return await findByShard(known)
    } catch (error) {
      // The tables may have been moved back to the coordinator.
      askedAt = Number.NEGATIVE_INFINITY
      throw error
    }
  }
}

/**
 * An array literal. Ids need no quotes. Citus can derive the shard from an array, but not from the sub-select
 * of `list`.
 */
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
