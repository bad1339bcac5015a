import { same, type Transaction, table } from '../db/database.ts'
import type { Column, Ranked } from './column.ts'

export async function readColumn(
  tx: Transaction,
  ownerId: string,
  { project_id, status_id }: Column,
): Promise<Ranked[]> {
  return await tx.all<Ranked>`
    select id, project_id, status_id, position from cards
    where owner_id = ${ownerId} and project_id ${same(project_id)} and status_id ${same(status_id)}
    order by position, id`
}

/** Not awaited by anyone: what they come to is known, and a transaction fails if they do. */
export function writeMoves(tx: Transaction, ownerId: string, moves: Ranked[], now: string): void {
  if (moves.length === 0) return
  const columns = { id: 'text', project_id: 'text', status_id: 'text', position: 'integer' } as const
  // With the owner among the rows, and kept apart, SQLite looks each card up by its key. Given the owner as a constant
  // it goes through all cards of the owner for every move.
  tx.run`
    with move as materialized (select ${ownerId} as owner_id, given.* from ${table(moves, columns)} as given)
    update cards set project_id = move.project_id, status_id = move.status_id, position = move.position,
      updated_at = ${now}
    from move where cards.owner_id = move.owner_id and cards.id = move.id`
}
