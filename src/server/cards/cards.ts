import { Card, type CardPatch, maxPosition, type NewCard } from '../../contract/card.ts'
import { discard } from '../bin/discard.ts'
import { iso } from '../common/clock.ts'
import { fail } from '../common/problems.ts'
import type { BoardWorld } from '../common/world.ts'
import type { Change, JsonList, Reader } from '../db/database.ts'
import { members, type Row, same, toAnswer } from '../db/values.ts'
import { countAgain, findProject } from '../projects/projects.ts'
import { idFor } from '../writes/keys.ts'
import { grow, requireShare, requireWithinLimits } from '../writes/limits.ts'
import { type Done, requireMatch, unchanged, type Write, write } from '../writes/write.ts'
import { type Column, inbox, pack } from './column.ts'
import { readColumn, writeMoves } from './moves.ts'

export async function listInboxCards(db: Reader, ownerId: string): Promise<JsonList<Card>> {
  return await db.json(Card)`
    from cards where owner_id = ${ownerId} and project_id is null and status_id is null
    order by position, id`
}

export async function listProjectCards(
  db: Reader,
  ownerId: string,
  projectId: string,
): Promise<JsonList<Card>> {
  // SQLite runs a cross join in the written order: first the few columns, then the cards of each.
  const cards = await db.json(Card)`
    from (
      select owner_id as owner, project_id as project, id as status, position as place from statuses
      where owner_id = ${ownerId} and project_id = ${projectId}
    ) as columns_in_order cross join cards
    where owner_id = owner and project_id = project and status_id = status
    order by place, position, id`
  if (cards.isEmpty) await findProject(db, ownerId, projectId)
  return cards
}

export async function findCard(db: Reader, ownerId: string, id: string): Promise<Card> {
  const row = await db.get<Row<typeof Card>>`
    select ${members(Card)} from cards where owner_id = ${ownerId} and id = ${id}`
  if (!row) throw fail('not_found')
  return toAnswer(Card, row)
}

export async function editCard(
  world: BoardWorld,
  call: Write,
  id: string,
  patch: CardPatch,
): Promise<Done<Card>> {
  const { ownerId } = call
  const now = iso(world.clock.now())
  return await write(world, call, {
    async work(change) {
      const card = await findCard(change, ownerId, id)
      requireMatch(call, card.revision)
      const { text = card.text, complete = card.complete, position = card.position } = patch
      const isTextAlone = complete === card.complete && position === card.position
      if (isTextAlone && text === card.text) return unchanged(card)
      await grow(world, change, { cards: 0, bytes: Buffer.byteLength(text) - Buffer.byteLength(card.text) })
      const seq = await change.seq
      // SQLite updates every index on a field that a statement sets, even to the same value.
      if (isTextAlone)
        change.send`
          update cards set text = ${text}, updated_at = ${now}, revision = ${seq}, changed = ${seq}
          where owner_id = ${ownerId} and id = ${id}`
      else
        change.send`
          update cards set text = ${text}, complete = ${Number(complete)}, position = ${position}, updated_at = ${now},
            revision = ${seq}, changed = ${seq},
            counted = case when complete <> ${Number(complete)} then ${seq} else counted end
          where owner_id = ${ownerId} and id = ${id}`
      const edited = { ...card, text, complete, position, updated_at: now, revision: seq }
      // Completing it changes the counts of its project, too.
      if (complete === card.complete) change.about = { card: edited }
      return edited
    },
    again: (reader) => findCard(reader, ownerId, id),
  })
}

export async function removeCard(world: BoardWorld, call: Write, id: string): Promise<Done<void>> {
  return await write<void>(world, call, {
    async work(change) {
      const card = await findCard(change, change.ownerId, id)
      requireMatch(call, card.revision)
      await discard(world, change, { kind: 'card', id })
      await closeGap(change, card)
    },
    again: async () => {},
  })
}

/** Updates the column and the project's counts after a card was removed. */
async function closeGap(change: Change, column: Column): Promise<void> {
  writeMoves(change, pack(await readColumn(change, change.ownerId, column)), await change.seq)
  if (column.project_id) countAgain(change, [column.project_id], await change.seq)
}

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
  const adds = { cards: 1, bytes: Buffer.byteLength(text) }
  /** With the members in the order in which a card is always sent. */
  const made = ({
    id,
    project_id,
    status_id,
    ...rest
  }: Omit<Card, 'owner_id' | 'text' | 'complete'>): Card => ({
    id,
    owner_id: ownerId,
    project_id,
    status_id,
    text,
    complete,
    ...rest,
  })
  return await write(world, call, {
    adds,
    async work(change) {
      const [destination, seq] = await Promise.all([findDestination(change), change.seq])
      const id = await idFor(change, call.key)
      if (capture) await requireShare(world, change, capture, adds.bytes)
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
    const cards = await readColumn(change, change.ownerId, column)
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
