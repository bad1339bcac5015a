import { Card, type CardPatch } from '../../contract/card.ts'
import { iso } from '../clock.ts'
import type { JsonList, Reader } from '../db/database.ts'
import { members, type Row, toAnswer } from '../db/values.ts'
import { fail } from '../problems.ts'
import { findProject } from '../projects/projects.ts'
import type { World } from '../world.ts'
import { type Column, pack } from './column.ts'
import { readColumn, writeMoves } from './moves.ts'

export async function listInboxCards(db: Reader, ownerId: string): Promise<JsonList<Card>> {
  return await db.json(Card)`
    select * from cards where owner_id = ${ownerId} and project_id is null and status_id is null
    order by position, id`
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
  const row = await db.get<Row<typeof Card>>`
    select ${members(Card)} from cards where owner_id = ${ownerId} and id = ${id}`
  if (!row) throw fail('not_found')
  return toAnswer(Card, row)
}

export async function editCard(
  { db, clock }: World,
  ownerId: string,
  id: string,
  patch: CardPatch,
): Promise<Card> {
  const { text = null, complete, position = null } = patch
  const row = await db.changeOnce(
    ownerId,
    (change, owner) => change.get<Row<typeof Card>>`
      update cards set text = coalesce(${text}, text),
        complete = coalesce(${complete === undefined ? null : Number(complete)}, complete),
        position = coalesce(${position}, position), updated_at = ${iso(clock.now())}
      where owner_id = ${owner} and id = ${id} returning ${members(Card)}`,
  )
  if (!row) throw fail('not_found')
  return toAnswer(Card, row)
}

export async function removeCard({ db, clock }: World, ownerId: string, id: string): Promise<void> {
  await db.change(ownerId, async (change) => {
    const column = await change.get<Column>`
      delete from cards where owner_id = ${ownerId} and id = ${id} returning project_id, status_id`
    if (!column) throw fail('not_found')
    writeMoves(change, pack(await readColumn(change, column)), iso(clock.now()))
  })
}
