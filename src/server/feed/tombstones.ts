import type { Kind } from '../../contract/feed.ts'
import { days, iso } from '../common/clock.ts'
import type { BoardWorld } from '../common/world.ts'
import type { Change, Held } from '../db/database.ts'
import { inBatches } from '../db/database.ts'

export const keptFor = 90 * days
export const maxTombstones = 100_000
/** In rows. One change may leave many, when it deletes a project; it then removes as many. */
const usuallyAtOnce = 1000

/** Writes the tombstones of a card, or of a project with all its cards. Call it before they are deleted. */
export async function writeTombstone(change: Change, kind: Kind, id: string, now: string): Promise<void> {
  const { ownerId } = change
  const seq = await change.seq
  change.send`
    insert into tombstones (owner_id, id, kind, seq, deleted_at) values (${ownerId}, ${id}, ${kind}, ${seq}, ${now})`
  const cards =
    kind === 'card'
      ? 0
      : await change.run`
          insert into tombstones (owner_id, id, kind, seq, deleted_at)
          select owner_id, id, 'card', ${seq}, ${now} from cards where owner_id = ${ownerId} and project_id = ${id}`
  await count(change, 1 + cards)
}

/** Removes the tombstones of an item in the bin that is being restored. */
export async function removeTombstone(change: Change, itemId: string): Promise<void> {
  const { ownerId } = change
  const gone = await change.run`
    delete from tombstones where owner_id = ${ownerId}
      and id in (select id from bin where owner_id = ${ownerId} and item_id = ${itemId})`
  await count(change, -gone)
}

async function count(change: Change, more: number): Promise<void> {
  const counter = await change.get<{ tombstones: number }>`
    update counters set tombstones = tombstones + ${more} where owner_id = ${change.ownerId} returning tombstones`
  if (!counter || counter.tombstones <= maxTombstones) return
  const most = Math.max(more, usuallyAtOnce)
  const excess = Math.min(counter.tombstones - maxTombstones, most)
  const last = await change.get<{ seq: number }>`
    select seq from tombstones where owner_id = ${change.ownerId} order by seq limit 1 offset ${excess - 1}`
  // The tombstones of this change stay, however many they are, because no client has seen them yet.
  if (last) await forget(change, Math.min(last.seq, (await change.seq) - 1), most)
}

/**
 * Removes tombstones up to a number, but at most `most` rows. Clients that ask for changes since an earlier
 * number have to start over, so nobody needs the remaining rows, and the next call removes them.
 */
async function forget(held: Held, seq: number, most = usuallyAtOnce): Promise<void> {
  const { ownerId } = held
  const gone = await held.run`
    delete from tombstones where owner_id = ${ownerId} and id in (
      select id from tombstones where owner_id = ${ownerId} and seq <= ${seq} order by seq limit ${most})`
  held.send`
    update counters set tombstones = tombstones - ${gone}, oldest = case when oldest < ${seq} then ${seq} else oldest end
    where owner_id = ${ownerId}`
}

export async function sweepTombstones({ db, clock }: BoardWorld): Promise<void> {
  const before = iso(clock.now() - keptFor)
  await inBatches(async (limit) => {
    const old = await db.all<{ owner_id: string; seq: number }>`
      select owner_id, seq from tombstones where deleted_at < ${before} order by deleted_at limit ${limit}`
    for (const [ownerId, theirs] of Map.groupBy(old, ({ owner_id }) => owner_id))
      await db.hold(ownerId, (held) => forget(held, Math.max(...theirs.map(({ seq }) => seq))))
    return old.length
  })
}
