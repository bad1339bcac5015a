import { Card } from '../../contract/card.ts'
import type { Change, Reader } from '../db/database.ts'
import { members, type Row, same, table, toAnswer } from '../db/values.ts'
import type { Column, Ranked } from './column.ts'

// Reads the positions of cards, and moves them.

/** The cards of a column, in order, as the API returns them. */
export async function listColumn(
  db: Reader,
  ownerId: string,
  { project_id, status_id }: Column,
): Promise<Card[]> {
  const rows = await db.all<Row<typeof Card>>`
    select ${members(Card)} from cards
    where owner_id = ${ownerId} and project_id ${same(project_id)} and status_id ${same(status_id)}
    order by position, id`
  return rows.map((row) => toAnswer(Card, row))
}

/** A card with its place, and whether it is complete. */
export type Transfer = Ranked & Pick<Card, 'complete'>

/** The cards of a column, in order, with only what a move has to know of them. It is all in the index. */
export async function readColumn(
  db: Reader,
  ownerId: string,
  { project_id, status_id }: Column,
): Promise<Transfer[]> {
  const rows = await db.all<Ranked & { complete: number }>`
    select id, project_id, status_id, position, complete from cards
    where owner_id = ${ownerId} and project_id ${same(project_id)} and status_id ${same(status_id)}
    order by position, id`
  return rows.map((row) => Object.assign(row, { complete: row.complete === 1 }))
}

// Both functions write all cards in one statement. With the owner in each row of a materialised table, SQLite
// looks up each card by its key. With the owner only as a constant, it would scan all cards of the owner for
// every move. The constant is for databases that are distributed by owner.

/** Writes the new positions of cards that stay in their columns. Their revision does not change. */
export function writeMoves(change: Change, moves: readonly Ranked[], seq: number): void {
  if (moves.length === 0) return
  const ranks = moves.map(({ id, position }) => ({ id, position }))
  change.send`
    with move as materialized (
      select ${change.ownerId} as owner_id, given.* from ${table(ranks, { id: 'text', position: 'integer' })} as given)
    update cards set position = move.position, changed = ${seq}
    from move where cards.owner_id = ${change.ownerId} and cards.owner_id = move.owner_id and cards.id = move.id`
}

/** Writes cards that move to another column, or are completed or reopened. */
export function writeTransfers(change: Change, moves: readonly Transfer[], seq: number, now: string): void {
  if (moves.length === 0) return
  const fields = {
    id: 'text',
    project_id: 'text',
    status_id: 'text',
    position: 'integer',
    complete: 'integer',
  } as const
  const rows = moves.map((move) => ({ ...move, complete: Number(move.complete) }))
  change.send`
    with move as materialized (select ${change.ownerId} as owner_id, given.* from ${table(rows, fields)} as given)
    update cards set project_id = move.project_id, status_id = move.status_id, position = move.position,
      complete = move.complete, updated_at = ${now}, revision = ${seq}, changed = ${seq},
      counted = case when cards.project_id is not distinct from move.project_id and cards.complete = move.complete
        then counted else ${seq} end
    from move where cards.owner_id = ${change.ownerId} and cards.owner_id = move.owner_id and cards.id = move.id`
}
