import type { Kind } from '../../contract/feed.ts'
import { iso } from '../clock.ts'
import type { Change } from '../db/database.ts'
import { bury } from '../feed/tombstones.ts'
import type { World } from '../world.ts'

/** Deletes a card, or a project with all that is in it. What is deleted goes to the bin, and leaves a tombstone. */
export async function discard(
  { config, clock }: World,
  change: Change,
  { kind, id }: { kind: Kind; id: string },
): Promise<void> {
  const { ownerId } = change
  const now = iso(clock.now())
  if (config.binDays > 0) await putInBin(change, kind, id, now)
  await bury(change, kind, id, now)
  // Cards first: a status that cards refer to cannot go.
  change.send`delete from cards where owner_id = ${ownerId} and (id = ${id} or project_id = ${id})`
  if (kind === 'project') change.send`delete from projects where owner_id = ${ownerId} and id = ${id}`
}

async function putInBin(change: Change, kind: Kind, id: string, now: string): Promise<void> {
  const { ownerId } = change
  const seq = await change.seq
  change.send`
    insert into bin (owner_id, item_id, id, kind, text, project_id, status_id, complete, position, created_at, seq, deleted_at)
    select owner_id, ${id}, id, 'card', text, project_id, status_id, complete, position, created_at, ${seq}, ${now}
    from cards where owner_id = ${ownerId} and (id = ${id} or project_id = ${id})`
  if (kind === 'card') return
  change.send`
    insert into bin (owner_id, item_id, id, kind, text, project_id, position, created_at, seq, deleted_at)
    select owner_id, project_id, id, 'status', name, project_id, position, ${now}, ${seq}, ${now}
    from statuses where owner_id = ${ownerId} and project_id = ${id}`
  change.send`
    insert into bin (owner_id, item_id, id, kind, text, created_at, seq, deleted_at)
    select owner_id, id, id, 'project', title, created_at, ${seq}, ${now}
    from projects where owner_id = ${ownerId} and id = ${id}`
}
