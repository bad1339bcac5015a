import { Card, type CardPatch, maxPosition, type NewCard } from '../../contract/card.ts'
import { iso } from '../clock.ts'
import { type JsonList, locked, type Reader, same, type Transaction } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import { fail } from '../problems.ts'
import { findProject } from '../projects/projects.ts'
import type { World } from '../world.ts'
import { type Column, inbox, pack } from './column.ts'
import { readColumn, writeMoves } from './moves.ts'

export type CardRow = Omit<Card, 'complete'> & { complete: number | boolean }

/** In place: nobody else has the row, and there can be a thousand of them. */
export function toCard(row: CardRow): Card {
  row.complete = row.complete === 1
  return row as Card
}

export async function listInboxCards(db: Reader, ownerId: string): Promise<JsonList<Card>> {
  return await db.json(Card)`
    select * from cards where owner_id = ${ownerId} and project_id is null and status_id is null
    order by position, id`
}

export async function listColumn(
  db: Reader,
  ownerId: string,
  { project_id, status_id }: Column,
): Promise<Card[]> {
  const rows = await db.all<CardRow>`
    select * from cards
    where owner_id = ${ownerId} and project_id ${same(project_id)} and status_id ${same(status_id)}
    order by position, id`
  return rows.map(toCard)
}

export async function listProjectCards(
  db: Reader,
  ownerId: string,
  projectId: string,
): Promise<JsonList<Card>> {
  const cards = await db.json(Card)`
    select cards.* from statuses
    join cards on cards.owner_id = statuses.owner_id and cards.project_id = statuses.project_id
      and cards.status_id = statuses.id
    where statuses.owner_id = ${ownerId} and statuses.project_id = ${projectId}
    order by statuses.position, cards.position, cards.id`
  if (cards.isEmpty) await findProject(db, ownerId, projectId)
  return cards
}

export async function findCard(db: Reader, ownerId: string, id: string): Promise<Card> {
  const row = await db.get<CardRow>`select * from cards where owner_id = ${ownerId} and id = ${id}`
  if (!row) throw fail('not_found')
  return toCard(row)
}

export const addInboxCard = (world: World, ownerId: string, card: NewCard) =>
  addCard(
    world,
    ownerId,
    async (tx) => ({ column: inbox, last: await lastInColumn(tx, ownerId, inbox) }),
    card,
  )

export const addProjectCard = (world: World, ownerId: string, projectId: string, card: NewCard) =>
  addCard(world, ownerId, (tx) => firstColumn(tx, ownerId, projectId), card)

/** A column, and the position of the last card in it; -1 if there is none. */
interface Place {
  column: Column
  last: number
}

async function addCard(
  { db, clock }: World,
  ownerId: string,
  findPlace: (tx: Transaction) => Promise<Place>,
  { text, complete = false, position: wanted }: NewCard,
): Promise<Card> {
  const now = iso(clock.now())
  return await db.transaction(async (tx) => {
    tx.lockOwner(ownerId)
    const place = await findPlace(tx)
    const position = await makeRoom(tx, ownerId, place, wanted, now)
    const { column } = place
    const card = { id: newId(), owner_id: ownerId, ...column, text, complete, position }
    tx.run`
      insert into cards (id, owner_id, project_id, status_id, text, complete, position, created_at, updated_at)
      values (${card.id}, ${ownerId}, ${column.project_id}, ${column.status_id}, ${text}, ${Number(complete)},
        ${position}, ${now}, ${now})`
    return { ...card, created_at: now, updated_at: now }
  })
}

/** Where a new card goes: where it was wanted, with those at or after that place moved up; else to the end. */
async function makeRoom(
  tx: Transaction,
  ownerId: string,
  { column, last }: Place,
  wanted: number | undefined,
  now: string,
): Promise<number> {
  const position = wanted ?? last + 1
  if (position > last && position <= maxPosition) return position
  // Positions can be as sparse as people make them. Only a column that reaches the bound has no room above it.
  if (last === maxPosition) {
    const cards = await readColumn(tx, ownerId, column)
    writeMoves(tx, ownerId, pack(cards), now)
    return await makeRoom(tx, ownerId, { column, last: cards.length - 1 }, wanted, now)
  }
  tx.run`
    update cards set position = position + 1, updated_at = ${now}
    where owner_id = ${ownerId} and project_id ${same(column.project_id)} and status_id ${same(column.status_id)}
      and position >= ${position}`
  return position
}

async function lastInColumn(
  tx: Transaction,
  ownerId: string,
  { project_id, status_id }: Column,
): Promise<number> {
  const found = await tx.get<{ last: number | null }>`
    select max(position) as last from cards
    where owner_id = ${ownerId} and project_id ${same(project_id)} and status_id ${same(status_id)}`
  return found?.last ?? -1
}

/** A project always has statuses, so none means that there is no such project. */
async function firstColumn(tx: Transaction, ownerId: string, projectId: string): Promise<Place> {
  const found = await tx.get<{ status_id: string; last: number | null }>`
    select id as status_id, (select max(position) from cards
      where owner_id = statuses.owner_id and project_id = statuses.project_id and status_id = statuses.id) as last
    from statuses where owner_id = ${ownerId} and project_id = ${projectId} order by position limit 1`
  if (!found) throw fail('not_found')
  return { column: { project_id: projectId, status_id: found.status_id }, last: found.last ?? -1 }
}

export async function editCard(
  { db, clock }: World,
  ownerId: string,
  id: string,
  patch: CardPatch,
): Promise<Card> {
  const { text = null, complete, position = null } = patch
  const row = await db.write.get<CardRow>`
    update cards set text = coalesce(${text}, text),
      complete = coalesce(${complete === undefined ? null : Number(complete)}, complete),
      position = coalesce(${position}, position), updated_at = ${iso(clock.now())}
    where owner_id = ${locked(ownerId)} and id = ${id} returning *`
  if (!row) throw fail('not_found')
  return toCard(row)
}

export async function removeCard({ db, clock }: World, ownerId: string, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    tx.lockOwner(ownerId)
    const column = await tx.get<Column>`
      delete from cards where owner_id = ${ownerId} and id = ${id} returning project_id, status_id`
    if (!column) throw fail('not_found')
    writeMoves(tx, ownerId, pack(await readColumn(tx, ownerId, column)), iso(clock.now()))
  })
}
