import { Card } from '../../contract/card.ts'
import type { Change } from '../db/database.ts'
import { members, type Row, same, table, toAnswer } from '../db/values.ts'
import type { Column, Ranked } from './column.ts'

/** The cards of a column, in order, with all that is answered of them. */
export async function listColumn(change: Change, { project_id, status_id }: Column): Promise<Card[]> {
  const rows = await change.all<Row<typeof Card>>`
    select ${members(Card)} from cards
    where owner_id = ${change.ownerId} and project_id ${same(project_id)} and status_id ${same(status_id)}
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

/** Writes the cards' new places, all in one statement. */
export function writeMoves(change: Change, moves: Ranked[], now: string): void {
  if (moves.length === 0) return
  const fields = { id: 'text', project_id: 'text', status_id: 'text', position: 'integer' } as const
  // With the owner in each row of a materialised table, SQLite looks each card up by its key. Given the owner as a
  // constant, it would go through all cards of the owner for every move.
  change.send`
    with move as materialized (select ${change.ownerId} as owner_id, given.* from ${table(moves, fields)} as given)
    update cards set project_id = move.project_id, status_id = move.status_id, position = move.position,
      updated_at = ${now}
    from move where cards.owner_id = move.owner_id and cards.id = move.id`
}
