import { type Card, maxPosition, type NewCard } from '../../contract/card.ts'
import { iso } from '../common/clock.ts'
import { fail } from '../common/problems.ts'
import type { BoardWorld } from '../common/world.ts'
import type { Change } from '../db/database.ts'
import { same } from '../db/values.ts'
import { idFor } from '../writes/keys.ts'
import { bytesOf, requireShare, requireWithinLimits } from '../writes/limits.ts'
import { type Done, type Write, write } from '../writes/write.ts'
import { findCard } from './cards.ts'
import { type Column, inbox, pack } from './column.ts'
import { readColumn, writeMoves } from './moves.ts'

export const addInboxCard = (world: BoardWorld, call: Write, card: NewCard) =>
  addCard(world, call, findInbox, card)

export const addProjectCard = (world: BoardWorld, call: Write, projectId: string, card: NewCard) =>
  addCard(world, call, (change) => findFirstColumn(change, projectId), card)

/** A column, and the position of its last card (-1 if it is empty). */
export interface Destination {
  column: Column
  last: number
}

async function addCard(
  world: BoardWorld,
  call: Write,
  findDestination: (change: Change) => Promise<Destination>,
  { text, complete = false, position: wanted }: NewCard,
): Promise<Done<Card>> {
  const now = iso(world.clock.now())
  const { ownerId, capture = null } = call
  const adds = { cards: 1, bytes: bytesOf(text) }
  const made = (rest: Omit<Card, 'owner_id' | 'text' | 'complete'>): Card => ({
    ...rest,
    owner_id: ownerId,
    text,
    complete,
  })
  return await write(world, call, {
    adds,
    async work(change) {
      const [destination, seq] = await Promise.all([findDestination(change), change.seq])
      const id = await idFor(change, call.key)
      if (capture) await requireShare(change, capture)
      await requireWithinLimits(world, change, adds, await change.size, capture !== null)
      const position = await makeRoom(change, destination, wanted, seq)
      const { project_id, status_id } = destination.column
      change.send`
        insert into cards (id, owner_id, project_id, status_id, text, complete, position, created_at, updated_at,
          revision, changed, counted, captured_by)
        values (${id}, ${ownerId}, ${project_id}, ${status_id}, ${text}, ${Number(complete)}, ${position}, ${now}, ${now},
          ${seq}, ${seq}, ${seq}, ${capture})`
      return made({ id, project_id, status_id, position, created_at: now, updated_at: now, revision: seq })
    },
    again: (db, id) => findCard(db, ownerId, id),
    asMade: ({ created_id, created_at, made: kept }) =>
      made({
        id: created_id ?? '',
        ...inbox,
        // Keys of former versions, or of other senders, don't say more.
        ...{ position: wanted ?? 0, created_at, updated_at: created_at, revision: 1 },
        ...JSON.parse(kept ?? '{}'),
      }),
  })
}

/**
 * The position of a new card: the wanted one, with the cards at or after it shifted by one, or else after the
 * last.
 */
export async function makeRoom(
  change: Change,
  { column, last }: Destination,
  wanted: number | undefined,
  seq: number,
): Promise<number> {
  const position = wanted ?? last + 1
  if (position > last && position <= maxPosition) return position
  // Positions may have gaps. There is no room to shift only if the last position is the largest possible.
  if (last === maxPosition) {
    const cards = await readColumn(change, column)
    writeMoves(change, pack(cards), seq)
    return await makeRoom(change, { column, last: cards.length - 1 }, wanted, seq)
  }
  change.send`
    update cards set position = position + 1, changed = ${seq}
    where owner_id = ${change.ownerId} and project_id ${same(column.project_id)} and status_id ${same(column.status_id)}
      and position >= ${position}`
  return position
}

export async function findInbox(change: Change): Promise<Destination> {
  const found = await change.get<{ last: number | null }>`
    select max(position) as last from cards
    where owner_id = ${change.ownerId} and project_id is null and status_id is null`
  return { column: inbox, last: found?.last ?? -1 }
}

/** Every project has a first status, so without one there is no such project. */
async function findFirstColumn(change: Change, projectId: string): Promise<Destination> {
  const found = await change.get<{ status_id: string; last: number | null }>`
    select id as status_id, (select max(position) from cards
      where owner_id = ${change.ownerId} and project_id = statuses.project_id and status_id = statuses.id) as last
    from statuses where owner_id = ${change.ownerId} and project_id = ${projectId} and position = 0`
  if (!found) throw fail('not_found')
  return { column: { project_id: projectId, status_id: found.status_id }, last: found.last ?? -1 }
}
