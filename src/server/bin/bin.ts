import type { BinItem } from '../../contract/bin.ts'
import type { Kind } from '../../contract/feed.ts'
import { days, iso } from '../common/clock.ts'
import { fail } from '../common/problems.ts'
import type { BoardWorld } from '../common/world.ts'
import { inBatches } from '../db/batches.ts'
import { list } from '../db/values.ts'
import { countOut, type Gone } from '../writes/limits.ts'
import { type Done, unchanged, type Write, write } from '../writes/write.ts'

/** Items deleted before this time are gone, even if they have not been swept yet. */
export const expiry = ({ config, clock }: Pick<BoardWorld, 'config' | 'clock'>) =>
  iso(clock.now() - config.binDays * days)

export async function listBin(world: BoardWorld, ownerId: string): Promise<BinItem[]> {
  const rows = await world.db.all<{
    id: string
    kind: Kind
    text: string
    project_id: string | null
    status_id: string | null
    card_count: number
    deleted_at: string
  }>`
    select id, kind, text, project_id, status_id, deleted_at, (select count(*) from bin as content
      where content.owner_id = ${ownerId} and content.item_id = bin.id and content.kind = 'card') as card_count
    from bin where owner_id = ${ownerId} and id = item_id and deleted_at > ${expiry(world)}
    order by seq desc, id desc`
  return rows.map(({ id, kind, text, project_id, status_id, card_count, deleted_at }) => ({
    id,
    kind,
    ...(kind === 'card' ? { text, project_id, status_id } : { title: text, card_count }),
    deleted_at,
    expires_at: iso(Date.parse(deleted_at) + world.config.binDays * days),
  }))
}

export async function purge(world: BoardWorld, call: Write, id: string): Promise<Done<void>> {
  return await write<void>(world, call, {
    async work(change) {
      const gone = await change.all<Gone>`
        delete from bin where owner_id = ${call.ownerId} and item_id = ${id} and deleted_at > ${expiry(world)}
        returning kind, octet_length(text) as bytes`
      if (gone.length === 0) throw fail('not_found')
      await countOut(change, gone)
    },
    again: async () => {},
  })
}

export async function emptyBin(world: BoardWorld, call: Write): Promise<Done<void>> {
  return await write<void>(world, call, {
    async work(change) {
      const gone = await change.all<Gone>`
        delete from bin where owner_id = ${call.ownerId} returning kind, octet_length(text) as bytes`
      await countOut(change, gone)
      return gone.length === 0 ? unchanged(undefined) : undefined
    },
    again: async () => {},
  })
}

export async function sweepBin(world: BoardWorld): Promise<void> {
  const { db } = world
  const before = expiry(world)
  await inBatches(async (limit) => {
    const old = await db.all<{ owner_id: string; id: string }>`
      select owner_id, id from bin where deleted_at <= ${before} order by deleted_at limit ${limit}`
    for (const [ownerId, theirs] of Map.groupBy(old, ({ owner_id }) => owner_id))
      await db.change(ownerId, async (change) => {
        // An item may have been restored and deleted again since.
        const gone = await change.all<Gone>`
          delete from bin where owner_id = ${ownerId} and id in ${list(theirs.map(({ id }) => id))}
            and deleted_at <= ${before}
          returning kind, octet_length(text) as bytes`
        await countOut(change, gone)
        if (gone.length === 0) await change.giveBack()
      })
    return old.length
  })
}
