import { seconds } from '../clock.ts'
import type { Database } from '../db/database.ts'

/** What decides how long something takes. */
export interface Extent {
  /** On all boards. */
  cards: number
  /** In the inbox, or in the project that has most: these are listed, and moved, together. */
  together: number
  inBin: number
  /** Of text, on boards and in the bin. */
  bytes: number
}

const little: Extent = { cards: 0, together: 0, inBin: 0, bytes: 0 }

/** As much as this takes some milliseconds, whatever is done with it. */
export const small = { cards: 1000, bytes: 1_000_000 }

/** How long what is known of an account is believed, and of how many. */
const keptFor = 5 * seconds
const mostKept = 10_000

/** Finds out how much an account has, if that is not little. */
export function createExtents(db: Database): (ownerId: string) => Promise<Extent> {
  const known = new Map<string, { extent: Extent; until: number }>()

  async function find(ownerId: string): Promise<Extent> {
    const size = await db.get<{ cards: number; bytes: number }>`
      select cards, bytes from counters where owner_id = ${ownerId}`
    if (!size || (size.cards <= small.cards && size.bytes <= small.bytes)) return little
    const groups = await db.all<{ count: number }>`
      select count(*) as count from cards where owner_id = ${ownerId} group by project_id`
    const counts = groups.map(({ count }) => count)
    const cards = counts.reduce((sum, count) => sum + count, 0)
    return { cards, together: Math.max(0, ...counts), inBin: size.cards - cards, bytes: size.bytes }
  }

  return async (ownerId) => {
    const now = performance.now()
    const before = known.get(ownerId)
    if (before && before.until > now) return before.extent
    const extent = await find(ownerId)
    if (known.size >= mostKept) known.clear()
    known.set(ownerId, { extent, until: now + keptFor })
    return extent
  }
}
