import type { Card, ColumnOrder } from '../../contract/card.ts'
import { iso } from '../clock.ts'
import type { Change } from '../db/database.ts'
import { table } from '../db/values.ts'
import { fail, invalid } from '../problems.ts'
import { statusesOf } from '../projects/statuses.ts'
import type { World } from '../world.ts'
import { arrange, type Column, type Ranked } from './column.ts'
import { listColumn, writeMoves } from './moves.ts'

/** The one way to move cards. Resolves to the whole column as it is afterwards. */
export async function setColumn({ db, clock }: World, ownerId: string, order: ColumnOrder): Promise<Card[]> {
  const { target, ids } = understand(order)
  const now = iso(clock.now())
  return await db.change(ownerId, async (change) => {
    const there = await listColumn(change, target)
    // A card in it proves that the column exists.
    if (there.length === 0) await findTarget(change, target)
    const sources = await findSources(change, ids, absentFrom(there, ids))
    const elsewhere = await Promise.all(sources.map((column) => listColumn(change, column)))
    const cards = [...there, ...elsewhere.flat()]
    const moves = arrange(cards, target, ids)
    writeMoves(change, moves, now)
    return columnAfter(cards, moves, target, now)
  })
}

function absentFrom(column: Card[], ids: string[]): string[] {
  const present = new Set(column.map(({ id }) => id))
  return ids.filter((id) => !present.has(id))
}

/** The column as it would be read now, made of what was read and written: it need not be read again. */
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

async function findTarget(change: Change, { project_id, status_id }: Column): Promise<void> {
  if (project_id === null || status_id === null) return
  const statuses = await statusesOf(change, change.ownerId, project_id)
  if (statuses.length === 0) throw fail('not_found', { detail: 'There is no such project.' })
  if (!statuses.some(({ id }) => id === status_id))
    throw fail('not_found', { detail: 'The project has no such status.' })
}

/** The columns of those listed cards that are not in the target already. */
async function findSources(change: Change, ids: string[], absent: string[]): Promise<Column[]> {
  if (absent.length === 0) return []
  const listed = absent.map((id) => ({ id }))
  // SQLite carries out a cross join in the order it is written: each card by its key, not all cards of the owner.
  const found = await change.all<Column & { id: string }>`
    select cards.id, cards.project_id, cards.status_id from ${table(listed, { id: 'text' })} as listed
    cross join cards where cards.owner_id = ${change.ownerId} and cards.id = listed.id`
  if (found.length < absent.length) {
    const known = new Set(found.map(({ id }) => id))
    const missing = absent.find((id) => !known.has(id)) ?? ''
    throw fail('not_found', {
      detail: `There is no such card: number ${ids.indexOf(missing) + 1} in "card_ids".`,
    })
  }
  return [...new Map(found.map((column) => [column.status_id, column])).values()]
}
