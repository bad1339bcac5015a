import { CardContent } from '../../contract/card.ts'
import type { Kind } from '../../contract/feed.ts'
import { iso } from '../common/clock.ts'
import type { BoardWorld } from '../common/world.ts'
import type { Change } from '../db/database.ts'
import { members } from '../db/values.ts'
import { writeTombstone } from '../feed/tombstones.ts'
import { countOut, type Gone } from '../writes/limits.ts'

const content = members(CardContent)

/**
 * Projects in the bin; when one more is deleted, the oldest is permanently removed. Cards in the bin are
 * limited by `MAX_CARDS`.
 */
const maxProjects = 1000

/**
 * Deletes a card, or a project with everything in it. Deleted items move to the bin, where they still count,
 * and leave a tombstone.
 */
export async function discard(
  { config, clock }: BoardWorld,
  change: Change,
  { kind, id }: { kind: Kind; id: string },
): Promise<void> {
  const { ownerId } = change
  const now = iso(clock.now())
  const hasBin = config.binDays > 0
  if (hasBin) await putInBin(change, kind, id, now)
  await writeTombstone(change, kind, id, now)
  if (!hasBin) await countOut(change, await sizesOf(change, id))
  if (kind === 'card') change.send`delete from cards where owner_id = ${ownerId} and id = ${id}`
  else {
    // Cards first, because a status can't be deleted while cards refer to it.
    change.send`delete from cards where owner_id = ${ownerId} and project_id = ${id}`
    change.send`delete from projects where owner_id = ${ownerId} and id = ${id}`
  }
}

// Here and below, a card and the cards of a project are separate queries: for `id = … or project_id = …`,
// SQLite scans all cards of the owner.

const sizesOf = (change: Change, id: string) =>
  change.all<Gone>`
    select 'card' as kind, octet_length(text) as bytes from cards where owner_id = ${change.ownerId} and id = ${id}
    union all select 'card', octet_length(text) from cards where owner_id = ${change.ownerId} and project_id = ${id}
    union all select 'project', octet_length(title) from projects where owner_id = ${change.ownerId} and id = ${id}`

async function putInBin(change: Change, kind: Kind, id: string, now: string): Promise<void> {
  const { ownerId } = change
  const seq = await change.seq
  if (kind === 'card') {
    change.send`
      insert into bin (owner_id, item_id, id, kind, project_id, status_id, position, ${content}, captured_by, seq, deleted_at)
      select owner_id, id, id, 'card', project_id, status_id, position, ${content}, captured_by, ${seq}, ${now}
      from cards where owner_id = ${ownerId} and id = ${id}`
    return
  }
  change.send`
    insert into bin (owner_id, item_id, id, kind, project_id, status_id, position, ${content}, captured_by, seq, deleted_at)
    select owner_id, project_id, id, 'card', project_id, status_id, position, ${content}, captured_by, ${seq}, ${now}
    from cards where owner_id = ${ownerId} and project_id = ${id}`
  change.send`
    insert into bin (owner_id, item_id, id, kind, text, project_id, position, created_at, seq, deleted_at)
    select owner_id, project_id, id, 'status', name, project_id, position, ${now}, ${seq}, ${now}
    from statuses where owner_id = ${ownerId} and project_id = ${id}`
  change.send`
    insert into bin (owner_id, item_id, id, kind, text, created_at, seq, deleted_at)
    select owner_id, id, id, 'project', title, created_at, ${seq}, ${now}
    from projects where owner_id = ${ownerId} and id = ${id}`
  await dropOldest(change)
}

async function dropOldest(change: Change): Promise<void> {
  const { ownerId } = change
  const oldest = await change.get<{ id: string }>`
    select id from bin where owner_id = ${ownerId} and kind = 'project' order by seq desc limit 1 offset ${maxProjects}`
  if (!oldest) return
  const gone = await change.all<Gone>`
    delete from bin where owner_id = ${ownerId} and item_id = ${oldest.id}
    returning kind, octet_length(text) as bytes`
  await countOut(change, gone)
}
