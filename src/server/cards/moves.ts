import { Card } from '../../contract/card.ts'
import type { Change, Reader } from '../db/database.ts'
import { members, type Row, same, table, toAnswer } from '../db/values.ts'
import type { Column, Ranked } from './column.ts'

/** The cards of a column, in order, with all that is answered of them. */
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

/** As much of the cards of a column as their order depends on. */
export async function readColumn(change: Change, { project_id, status_id }: Column): Promise<Ranked[]> {
  return await change.all<Ranked>`
    select id, project_id, status_id, position from cards
    where owner_id = ${change.ownerId} and project_id ${same(project_id)} and status_id ${same(status_id)}
    order by position, id`
}

// Both write all cards in one statement. With the owner in each row of a materialised table, SQLite looks each card up by
// its key. Given the owner as a constant alone, it would go through all cards of the owner for every move; the constant is there for
// a database that is distributed by owner.

/** Writes the new ranks of cards that stay in their columns. They are no other cards for that. */
export function writeMoves(change: Change, moves: readonly Ranked[], seq: number): void {
  if (moves.length === 0) return
  const ranks = moves.map(({ id, position }) => ({ id, position }))
  change.send`
    with move as materialized (
      select ${change.ownerId} as owner_id, given.* from ${table(ranks, { id: 'text', position: 'integer' })} as given)
    update cards set position = move.position, changed = ${seq}
    from move where cards.owner_id = ${change.ownerId} and cards.owner_id = move.owner_id and cards.id = move.id`
}

/** A card, where it is to be, and whether it is complete. */
export type Turned = Ranked & Pick<Card, 'complete'>

/** Writes cards that go to another column, or are completed or reopened. */
export function writeTransfers(change: Change, moves: readonly Turned[], seq: number, now: string): void {
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
