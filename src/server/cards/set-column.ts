import type { Card, ColumnOrder } from '../../contract/card.ts'
import { iso } from '../clock.ts'
import { type Transaction, table } from '../db/database.ts'
import { fail, invalid } from '../problems.ts'
import { statusExists } from '../projects/statuses.ts'
import type { World } from '../world.ts'
import { listColumn } from './cards.ts'
import { arrange, type Column, type Ranked } from './column.ts'
import { writeMoves } from './moves.ts'

/** The one way to move cards. Answers with the whole column as it is afterwards. */
export async function setColumn({ db, clock }: World, ownerId: string, order: ColumnOrder): Promise<Card[]> {
  const { target, ids } = understand(order)
  const now = iso(clock.now())
  return await db.transaction(async (tx) => {
    tx.lockOwner(ownerId)
    const there = await listColumn(tx, ownerId, target)
    // Cards are proof enough of their column.
    if (there.length === 0) await findTarget(tx, ownerId, target)
    const sources = await findSources(tx, ownerId, strangersTo(there, ids))
    const elsewhere = await Promise.all(sources.map((column) => listColumn(tx, ownerId, column)))
    const cards = [...there, ...elsewhere.flat()]
    const moves = arrange(cards, target, ids)
    writeMoves(tx, ownerId, moves, now)
    return columnAfter(cards, moves, target, now)
  })
}

function strangersTo(column: Card[], ids: string[]): string[] {
  const present = new Set(column.map(({ id }) => id))
  return ids.filter((id) => !present.has(id))
}

/** As it would be read now: what was written is known. In place, as nobody else has these cards. */
function columnAfter(cards: Card[], moves: Ranked[], { status_id }: Column, now: string): Card[] {
  const moved = new Map(moves.map((move) => [move.id, move]))
  for (const card of cards) {
    const move = moved.get(card.id)
    if (move) Object.assign(card, move, { updated_at: now })
  }
  return cards
    .filter((card) => card.status_id === status_id)
    .sort((one, other) => one.position - other.position)
}

function understand({ project_id, status_id, card_ids }: ColumnOrder): { target: Column; ids: string[] } {
  if ((project_id === null) !== (status_id === null)) {
    throw invalid(
      project_id === null ? 'project_id' : 'status_id',
      'must be null for the inbox, as the other must, or else both be set',
    )
  }
  if (new Set(card_ids).size < card_ids.length) throw invalid('card_ids', 'must name each card once')
  return { target: { project_id, status_id }, ids: card_ids }
}

async function findTarget(
  tx: Transaction,
  ownerId: string,
  { project_id, status_id }: Column,
): Promise<void> {
  if (project_id === null || status_id === null) return
  if (!(await statusExists(tx, ownerId, project_id, status_id))) throw fail('not_found')
}

/** The columns that these cards are in. */
async function findSources(tx: Transaction, ownerId: string, ids: string[]): Promise<Column[]> {
  if (ids.length === 0) return []
  const listed = ids.map((id) => ({ id }))
  // A cross join is looked up in the order it is written: by key, not through all cards of the owner.
  const found = await tx.all<Column>`
    select cards.project_id, cards.status_id from ${table(listed, { id: 'text' })} as listed
    cross join cards where cards.owner_id = ${ownerId} and cards.id = listed.id`
  if (found.length < ids.length) throw fail('not_found')
  return [...new Map(found.map((column) => [column.status_id, column])).values()]
}
