import type { BinItem, Restored } from '../../contract/bin.ts'
import { CardContent } from '../../contract/card.ts'
import type { Kind } from '../../contract/feed.ts'
import { type Destination, findCard, findInbox, makeRoom } from '../cards/cards.ts'
import type { Column } from '../cards/column.ts'
import { days, iso } from '../common/clock.ts'
import { fail } from '../common/problems.ts'
import type { BoardWorld } from '../common/world.ts'
import type { Change, Reader } from '../db/database.ts'
import { inBatches } from '../db/database.ts'
import { list, members } from '../db/values.ts'
import { removeTombstone } from '../feed/tombstones.ts'
import { findProject, requireAnother } from '../projects/projects.ts'
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

const content = members(CardContent)

interface Item extends Column {
  kind: Kind
  position: number
}

export async function restore(world: BoardWorld, call: Write, id: string): Promise<Done<Restored>> {
  const now = iso(world.clock.now())
  return await write(world, call, {
    async work(change) {
      const item = await change.get<Item>`
        select kind, project_id, status_id, position from bin
        where owner_id = ${change.ownerId} and id = ${id} and item_id = ${id} and deleted_at > ${expiry(world)}`
      if (!item) throw fail('not_found')
      if (item.kind === 'card') await restoreCard(change, id, item, now)
      else {
        await requireAnother(world, change)
        await restoreProject(change, id, now)
      }
      await removeTombstone(change, id)
      change.send`delete from bin where owner_id = ${change.ownerId} and item_id = ${id}`
      return await findRestored(change, change.ownerId, item.kind, id)
    },
    async again(db) {
      const isCard = await db.get`select id from cards where owner_id = ${call.ownerId} and id = ${id}`
      return await findRestored(db, call.ownerId, isCard ? 'card' : 'project', id)
    },
  })
}

const findRestored = async (db: Reader, ownerId: string, kind: Kind, id: string): Promise<Restored> =>
  kind === 'card'
    ? { card: await findCard(db, ownerId, id) }
    : { project: await findProject(db, ownerId, id) }

async function restoreCard(change: Change, id: string, item: Item, now: string): Promise<void> {
  const seq = await change.seq
  const former = await findFormer(change, item)
  const destination = former ?? (await findInbox(change))
  const position = await makeRoom(
    change,
    destination,
    former && Math.min(item.position, former.last + 1),
    seq,
  )
  const { project_id, status_id } = destination.column
  change.send`
    insert into cards (id, owner_id, project_id, status_id, position, ${content}, captured_by, updated_at, revision, changed, counted)
    select id, owner_id, ${project_id}, ${status_id}, ${position}, ${content}, captured_by, ${now}, ${seq}, ${seq}, ${seq}
    from bin where owner_id = ${change.ownerId} and id = ${id}`
}

/** The column that the card was in, if it still exists. */
async function findFormer(
  change: Change,
  { project_id, status_id }: Column,
): Promise<Destination | undefined> {
  if (project_id === null) return await findInbox(change)
  const found = await change.get<{ last: number | null }>`
    select (select max(position) from cards
      where owner_id = ${change.ownerId} and project_id = statuses.project_id and status_id = statuses.id) as last
    from statuses where owner_id = ${change.ownerId} and project_id = ${project_id} and id = ${status_id}`
  return found && { column: { project_id, status_id }, last: found.last ?? -1 }
}

/** Its cards keep their positions. */
async function restoreProject(change: Change, id: string, now: string): Promise<void> {
  const { ownerId } = change
  const seq = await change.seq
  change.send`
    insert into projects (id, owner_id, title, created_at, updated_at, revision, changed)
    select id, owner_id, text, created_at, ${now}, ${seq}, ${seq}
    from bin where owner_id = ${ownerId} and id = ${id}`
  change.send`
    insert into statuses (id, owner_id, project_id, name, position, changed)
    select id, owner_id, project_id, text, position, ${seq}
    from bin where owner_id = ${ownerId} and item_id = ${id} and kind = 'status'`
  change.send`
    insert into cards (id, owner_id, project_id, status_id, position, ${content}, captured_by, updated_at, revision, changed, counted)
    select id, owner_id, project_id, status_id, position, ${content}, captured_by, ${now}, ${seq}, ${seq}, ${seq}
    from bin where owner_id = ${ownerId} and item_id = ${id} and kind = 'card'`
}
