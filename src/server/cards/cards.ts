import { Card, type CardPatch, maxPosition, type NewCard } from '../../contract/card.ts'
import { iso } from '../clock.ts'
import { type JsonList, type Reader, same, type Transaction } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import { fail } from '../http/fail.ts'
import { findProject } from '../projects/projects.ts'
import { firstStatus } from '../projects/statuses.ts'
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
  addCard(world, ownerId, async () => inbox, card)

export const addProjectCard = (world: World, ownerId: string, projectId: string, card: NewCard) =>
  addCard(
    world,
    ownerId,
    async (tx) => ({ project_id: projectId, status_id: await firstStatus(tx, ownerId, projectId) }),
    card,
  )

async function addCard(
  { db, clock }: World,
  ownerId: string,
  findColumn: (tx: Transaction) => Promise<Column>,
  { text, complete = false, position }: NewCard,
): Promise<Card> {
  const now = iso(clock.now())
  return await db.transaction(async (tx) => {
    await tx.lockOwner(ownerId)
    const column = await findColumn(tx)
    const place = await makeRoom(tx, ownerId, column, position, now)
    const row = await tx.get<CardRow>`
      insert into cards (id, owner_id, project_id, status_id, text, complete, position, created_at, updated_at)
      values (${newId()}, ${ownerId}, ${column.project_id}, ${column.status_id}, ${text}, ${Number(complete)},
        ${place}, ${now}, ${now})
      returning *`
    return toCard(row as CardRow)
  })
}

/** Where a new card goes: where it was wanted, with those at or after that place moved up; else to the end. */
async function makeRoom(
  tx: Transaction,
  ownerId: string,
  column: Column,
  wanted: number | undefined,
  now: string,
): Promise<number> {
  const last = await lastPosition(tx, ownerId, column)
  const position = wanted ?? last + 1
  if (position > last && position <= maxPosition) return position
  // Positions can be as sparse as people make them. Only a column that reaches the bound has no room above it.
  if (last === maxPosition) {
    await writeMoves(tx, ownerId, pack(await readColumn(tx, ownerId, column)), now)
    return await makeRoom(tx, ownerId, column, wanted, now)
  }
  await tx.run`
    update cards set position = position + 1, updated_at = ${now}
    where owner_id = ${ownerId} and project_id ${same(column.project_id)} and status_id ${same(column.status_id)}
      and position >= ${position}`
  return position
}

async function lastPosition(
  tx: Transaction,
  ownerId: string,
  { project_id, status_id }: Column,
): Promise<number> {
  const last = await tx.get<{ position: number | null }>`
    select max(position) as position from cards
    where owner_id = ${ownerId} and project_id ${same(project_id)} and status_id ${same(status_id)}`
  return last?.position ?? -1
}

export async function editCard(
  { db, clock }: World,
  ownerId: string,
  id: string,
  patch: CardPatch,
): Promise<Card> {
  const { text = null, complete, position = null } = patch
  return await db.transaction(async (tx) => {
    await tx.lockOwner(ownerId)
    const row = await tx.get<CardRow>`
      update cards set text = coalesce(${text}, text),
        complete = coalesce(${complete === undefined ? null : Number(complete)}, complete),
        position = coalesce(${position}, position), updated_at = ${iso(clock.now())}
      where owner_id = ${ownerId} and id = ${id} returning *`
    if (!row) throw fail('not_found')
    return toCard(row)
  })
}

export async function removeCard({ db, clock }: World, ownerId: string, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.lockOwner(ownerId)
    const column = await tx.get<Column>`
      delete from cards where owner_id = ${ownerId} and id = ${id} returning project_id, status_id`
    if (!column) throw fail('not_found')
    await writeMoves(tx, ownerId, pack(await readColumn(tx, ownerId, column)), iso(clock.now()))
  })
}
